<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AccuracyText</name>
    <message>
        <source>not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message numerus="yes">
        <source>recorded runs take %1 (%2 to %3, %n pairs), by the wall clock %4</source>
        <translation>
            <numerusform>记录的运行耗时 %1（%2 至 %3，%n 对），按挂钟 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>recorded, corrected: median %1</source>
        <translation>已记录并校正：中位数 %1</translation>
    </message>
    <message>
        <source>times as recorded: %1</source>
        <translation>时间为记录值：%1</translation>
    </message>
    <message>
        <source>corrected %1 (%2 to %3, held out)</source>
        <translation>校正后 %1（%2 至 %3，留出检验）</translation>
    </message>
    <message numerus="yes">
        <source>stopped %n times</source>
        <translation>
            <numerusform>停止 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>moved to CPU %1</source>
        <translation>移到 CPU %1</translation>
    </message>
    <message>
        <source>on CPU %1</source>
        <translation>在 CPU %1 上</translation>
    </message>
    <message numerus="yes">
        <source>descheduled %n times</source>
        <translation>
            <numerusform>被调度出去 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waited %n times</source>
        <translation>
            <numerusform>等待 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pages read from disk</source>
        <translation>
            <numerusform>从磁盘读取 %n 页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page faults</source>
        <translation>
            <numerusform>%n 次缺页</numerusform>
        </translation>
    </message>
    <message>
        <source>core %1 % slower</source>
        <translation>核心慢 %1 %</translation>
    </message>
    <message>
        <source>events handed over</source>
        <translation>移交事件</translation>
    </message>
    <message>
        <source>interrupt or host</source>
        <translation>中断或宿主机</translation>
    </message>
    <message>
        <source>run %1 %2</source>
        <translation>运行 %1 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>not in the rows: %1</source>
        <translation>不计入各行：%1</translation>
    </message>
    <message numerus="yes">
        <source>between %n processes %1 to %2</source>
        <translation>
            <numerusform>%n 个进程之间 %1 至 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>as recorded: median %1</source>
        <translation>按记录：中位数 %1</translation>
    </message>
</context>
<context>
    <name>CfgLegend</name>
    <message>
        <source>true</source>
        <translation>真</translation>
    </message>
    <message>
        <source>false</source>
        <translation>假</translation>
    </message>
    <message>
        <source>goto, next</source>
        <translation>goto、下一条</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>call to itself</source>
        <translation>调用自身</translation>
    </message>
    <message>
        <source>time per run</source>
        <translation>每次运行耗时</translation>
    </message>
</context>
<context>
    <name>CfgPainter</name>
    <message>
        <source>true</source>
        <translation>真</translation>
    </message>
    <message>
        <source>false</source>
        <translation>假</translation>
    </message>
    <message>
        <source>goto</source>
        <translation>goto</translation>
    </message>
    <message>
        <source>next</source>
        <translation>下一条</translation>
    </message>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>nested</source>
        <translation>嵌套</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>loop · %1</source>
        <translation>循环 · %1</translation>
    </message>
    <message>
        <source>recursive call · %1</source>
        <translation>递归调用 · %1</translation>
    </message>
    <message>
        <source>recursive call</source>
        <translation>递归调用</translation>
    </message>
</context>
<context>
    <name>CfgReadout</name>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>executed %1 per run</source>
        <translation>每次运行执行 %1</translation>
    </message>
    <message>
        <source>no time was recorded here</source>
        <translation>此处没有记录时间</translation>
    </message>
    <message>
        <source>%1 per run</source>
        <translation>每次运行 %1</translation>
    </message>
    <message>
        <source>%1 % of the function</source>
        <translation>占该函数的 %1 %</translation>
    </message>
</context>
<context>
    <name>CfgScene</name>
    <message>
        <source>checks folded:  %1</source>
        <translation>已折叠检查：%1</translation>
    </message>
    <message>
        <source>scratch %1</source>
        <translation>临时 %1</translation>
    </message>
    <message>
        <source>, storage %1</source>
        <translation>，存储 %1</translation>
    </message>
    <message>
        <source>storage %1</source>
        <translation>存储 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n registers dropped: %1</source>
        <translation>
            <numerusform>清空 %n 个寄存器：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shape and memory calls folded</source>
        <translation>
            <numerusform>已折叠 %n 个形状与内存调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more instructions</source>
        <translation>
            <numerusform>还有 %n 条指令</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n 个基本块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n branches</source>
        <translation>
            <numerusform>%n 个分支</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loops</source>
        <translation>
            <numerusform>%n 个循环</numerusform>
        </translation>
    </message>
    <message>
        <source>recursive</source>
        <translation>递归</translation>
    </message>
    <message>
        <source>a jump leaves the function</source>
        <translation>有跳转离开函数</translation>
    </message>
    <message>
        <source>shares are of this function&apos;s time</source>
        <translation>占比以该函数的时间为准</translation>
    </message>
    <message numerus="yes">
        <source>%n long edges not drawn</source>
        <translation>
            <numerusform>%n 条长边未绘出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>no branches</source>
        <translation>无分支</translation>
    </message>
</context>
<context>
    <name>CodeTokens</name>
    <message>
        <source>virtual device %1: type %2, id %3 %4</source>
        <translation>虚拟设备 %1：类型 %2，编号 %3 %4</translation>
    </message>
    <message>
        <source>No such constant: the pool has %1.</source>
        <translation>没有这个常量：常量池有 %1 个。</translation>
    </message>
    <message>
        <source>No such function: the table has %1.</source>
        <translation>没有这个函数：函数表有 %1 个。</translation>
    </message>
    <message>
        <source>Argument kind %1 does not exist.</source>
        <translation>参数类型 %1 不存在。</translation>
    </message>
    <message>
        <source>The jump leaves the code.</source>
        <translation>跳转离开了代码。</translation>
    </message>
    <message>
        <source> %1 more</source>
        <translation> 还有 %1 个</translation>
    </message>
    <message>
        <source>outside the code</source>
        <translation>代码之外</translation>
    </message>
    <message>
        <source>unknown opcode %1</source>
        <translation>未知操作码 %1</translation>
    </message>
    <message>
        <source>%1, operand %2 of %3</source>
        <translation>%1，%3 的第 %2 个操作数</translation>
    </message>
</context>
<context>
    <name>ConstantsSource</name>
    <message>
        <source>Index</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Index in the constant pool: c[0] is the first</source>
        <translation>在常量池中的编号：c[0] 为第一个</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape or value</source>
        <translation>形状或值</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>Element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Size of the value without its record header</source>
        <translation>值的大小，不含其记录头</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>Instructions that use it</source>
        <translation>使用它的指令</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>First digits of the value&apos;s SHA-256; for a large tensor, shown only once it is opened</source>
        <translation>值的 SHA-256 的前几位；大张量在打开后才有</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Constants of equal type and content, and the first of them</source>
        <translation>类型和内容都相同的常量个数，以及其中第一个</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>内存范围</translation>
    </message>
    <message>
        <source>Memory scope that the file records of it</source>
        <translation>文件为其记录的内存范围</translation>
    </message>
    <message>
        <source>An earlier constant has the same type and content.</source>
        <translation>前面有一个常量的类型和内容与其相同。</translation>
    </message>
    <message>
        <source>Not compared: its content is large</source>
        <translation>未比较：内容较大</translation>
    </message>
</context>
<context>
    <name>CounterPainter</name>
    <message numerus="yes">
        <source>%n slots: a value is valid from the end of the call that set it</source>
        <translation>
            <numerusform>%n 个槽：值从设置它的调用结束时起有效</numerusform>
        </translation>
    </message>
    <message>
        <source>No slots: every shape of %1 is constant. A dynamic model shows one step line per slot here, named after its dimension (n, 96·n).</source>
        <translation>没有槽：%1 的所有形状都是常量。动态模型会在此处为每个槽显示一条阶梯线，以其维度命名（n、96·n）。</translation>
    </message>
    <message>
        <source>No slots: this trace was recorded without values. Run again with values to see the shape heap.</source>
        <translation>没有槽：此记录未包含值。请在记录值的情况下重新运行以查看形状堆。</translation>
    </message>
    <message>
        <source>No storage was allocated or freed during the run.</source>
        <translation>运行期间没有分配或释放存储。</translation>
    </message>
    <message>
        <source>This trace was recorded without values, so bytes are unknown.</source>
        <translation>此记录未包含值，因此字节数未知。</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>Compiled function: its entry, its exit and calls of builtins are recorded one by one, the kernels between two of them together.</source>
        <translation>已编译函数：其进入、退出以及对内建函数的调用逐个记录，两者之间的内核合并为一个事件。</translation>
    </message>
</context>
<context>
    <name>CutTime</name>
    <message>
        <source>%1 cut out: values recorded</source>
        <translation>已剔除 %1：记录值</translation>
    </message>
    <message>
        <source>%1 cut out: events handed over</source>
        <translation>已剔除 %1：移交事件</translation>
    </message>
</context>
<context>
    <name>DeviceRows</name>
    <message>
        <source>emulated, no measure</source>
        <translation>仿真，不是测量值</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>pc %1 of %2</source>
        <translation>%2 的 pc %1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1 after the run&apos;s start</source>
        <translation>运行开始后 %1</translation>
    </message>
    <message>
        <source>%1 after the recording&apos;s start</source>
        <translation>记录开始后 %1</translation>
    </message>
    <message>
        <source>Host, launch</source>
        <translation>主机，启动</translation>
    </message>
    <message>
        <source>Launch to start</source>
        <translation>启动到开始</translation>
    </message>
    <message>
        <source>Device, kernel</source>
        <translation>设备，内核</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Mean of its name</source>
        <translation>同名平均</translation>
    </message>
    <message>
        <source>Among its peers</source>
        <translation>与同名相比</translation>
    </message>
    <message>
        <source>longer than %1 % of %2</source>
        <translation>比 %2 次中的 %1 % 更长</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>%1, emulated, no measure</source>
        <translation>%1，仿真，不是测量值</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>Diff</name>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>only in the new file</source>
        <translation>只在新文件中</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>only in the old file</source>
        <translation>只在旧文件中</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>another callee at the same place of the dataflow</source>
        <translation>数据流的同一位置调用了别的函数</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>several calls became one</source>
        <translation>多个调用合为一个</translation>
    </message>
    <message>
        <source>split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>one call became several</source>
        <translation>一个调用拆为多个</translation>
    </message>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>calls became one of a library, or the reverse</source>
        <translation>调用改为库函数，或相反</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>the result of calls is a constant now</source>
        <translation>调用的结果现在是常量</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>the same callee with other operands</source>
        <translation>被调用者相同，操作数不同</translation>
    </message>
    <message>
        <source>rewired</source>
        <translation>改接</translation>
    </message>
    <message>
        <source>operands that follow from another change</source>
        <translation>由其他更改引起的操作数变化</translation>
    </message>
    <message>
        <source>reordered</source>
        <translation>换序</translation>
    </message>
    <message>
        <source>dependent instructions in another order</source>
        <translation>相互依赖的指令顺序不同</translation>
    </message>
    <message>
        <source>other order</source>
        <translation>顺序不同</translation>
    </message>
    <message>
        <source>calls that do not depend on each other, in another order</source>
        <translation>互不依赖的调用，顺序不同</translation>
    </message>
    <message>
        <source>control flow</source>
        <translation>控制流</translation>
    </message>
    <message>
        <source>a branch, jump or block</source>
        <translation>分支、跳转或基本块</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>storage, offset of a tensor or release of a value</source>
        <translation>存储块、张量偏移或值的释放</translation>
    </message>
    <message>
        <source>specialised</source>
        <translation>特化</translation>
    </message>
    <message>
        <source>an extent that was symbolic is a number</source>
        <translation>原为符号的维度变为数字</translation>
    </message>
    <message>
        <source>generalised</source>
        <translation>泛化</translation>
    </message>
    <message>
        <source>an extent that was a number is symbolic</source>
        <translation>原为数字的维度变为符号</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>another extent or element type</source>
        <translation>维度或元素类型不同</translation>
    </message>
    <message>
        <source>signature</source>
        <translation>签名</translation>
    </message>
    <message>
        <source>number, order, names or types of parameters</source>
        <translation>参数的个数、顺序、名称或类型</translation>
    </message>
    <message>
        <source>new function</source>
        <translation>新函数</translation>
    </message>
    <message>
        <source>the old file has no such function</source>
        <translation>旧文件中没有此函数</translation>
    </message>
    <message>
        <source>function gone</source>
        <translation>函数消失</translation>
    </message>
    <message>
        <source>the new file has no such function</source>
        <translation>新文件中没有此函数</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>the same function under another name</source>
        <translation>同一函数换了名称</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>bytecode on one side, compiled on the other: instructions are not compared</source>
        <translation>一侧为字节码，另一侧已编译：不比较指令</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>other elements, or another shape</source>
        <translation>元素或形状不同</translation>
    </message>
    <message>
        <source>re-quantised</source>
        <translation>重新量化</translation>
    </message>
    <message>
        <source>another element type</source>
        <translation>元素类型不同</translation>
    </message>
    <message>
        <source>new constant</source>
        <translation>新常量</translation>
    </message>
    <message>
        <source>the old file has no such constant</source>
        <translation>旧文件中没有此常量</translation>
    </message>
    <message>
        <source>constant gone</source>
        <translation>常量消失</translation>
    </message>
    <message>
        <source>the new file has no such constant</source>
        <translation>新文件中没有此常量</translation>
    </message>
    <message>
        <source>new kernel</source>
        <translation>新内核</translation>
    </message>
    <message>
        <source>the old file has no such kernel</source>
        <translation>旧文件中没有此内核</translation>
    </message>
    <message>
        <source>kernel gone</source>
        <translation>内核消失</translation>
    </message>
    <message>
        <source>the new file has no such kernel</source>
        <translation>新文件中没有此内核</translation>
    </message>
    <message>
        <source>renamed kernel</source>
        <translation>内核改名</translation>
    </message>
    <message>
        <source>the same code under another name</source>
        <translation>同样的代码换了名称</translation>
    </message>
    <message>
        <source>re-tuned</source>
        <translation>重新调优</translation>
    </message>
    <message>
        <source>other code or launch parameters under the same name</source>
        <translation>名称相同，代码或启动参数不同</translation>
    </message>
    <message>
        <source>interface</source>
        <translation>接口</translation>
    </message>
    <message>
        <source>other parameters, or in another order</source>
        <translation>参数不同，或顺序不同</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>a module of the library, or its target</source>
        <translation>库的某个模块，或其目标</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Text…</source>
        <translation>文本…</translation>
    </message>
    <message>
        <source>JSON…</source>
        <translation>JSON…</translation>
    </message>
    <message>
        <source>Markdown for a review…</source>
        <translation>用于评审的 Markdown…</translation>
    </message>
    <message>
        <source>HTML page…</source>
        <translation>HTML 页面…</translation>
    </message>
    <message>
        <source> (%1 times)</source>
        <translation>（%1 次）</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation>，另有 %1 项</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>same name, same code</source>
        <translation>名称相同，代码相同</translation>
    </message>
    <message>
        <source>same name, changed code</source>
        <translation>名称相同，代码已更改</translation>
    </message>
    <message>
        <source>same code, other name</source>
        <translation>代码相同，名称不同</translation>
    </message>
    <message>
        <source>called at the same places</source>
        <translation>在相同位置被调用</translation>
    </message>
    <message>
        <source>similar code</source>
        <translation>代码相似</translation>
    </message>
    <message>
        <source>matched by hand</source>
        <translation>手动匹配</translation>
    </message>
    <message>
        <source>only in one file</source>
        <translation>只在一个文件中</translation>
    </message>
</context>
<context>
    <name>DiffCfgPainter</name>
    <message>
        <source>old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message numerus="yes">
        <source>%n more instruction(s)</source>
        <translation>
            <numerusform>另有 %n 条指令</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffConstantsSource</name>
    <message>
        <source>Constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>In the old and the new pool</source>
        <translation>在旧、新常量池中</translation>
    </message>
    <message>
        <source>Differing</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>Elements that differ</source>
        <translation>不同的元素</translation>
    </message>
    <message>
        <source>Largest |Δ|</source>
        <translation>最大 |Δ|</translation>
    </message>
    <message>
        <source>Largest absolute difference of finite elements</source>
        <translation>有限元素的最大绝对差</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Largest relative difference of finite elements</source>
        <translation>有限元素的最大相对差</translation>
    </message>
    <message>
        <source>NaN: %1 old, %2 new</source>
        <translation>NaN：旧 %1，新 %2</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ</source>
        <translation>%2 个元素中有 %1 个不同</translation>
    </message>
    <message>
        <source>largest absolute difference %1</source>
        <translation>最大绝对差 %1</translation>
    </message>
    <message>
        <source>largest relative difference %1</source>
        <translation>最大相对差 %1</translation>
    </message>
    <message>
        <source>Enter: where code uses it</source>
        <translation>Enter：转到使用它的代码</translation>
    </message>
</context>
<context>
    <name>DiffFunctionsSource</name>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配度</translation>
    </message>
    <message>
        <source>Share of instructions that are equal, 0 to 1</source>
        <translation>相同指令所占比例，0 到 1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配依据</translation>
    </message>
    <message>
        <source>Why the two are taken for one function</source>
        <translation>为何将二者视为同一函数</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Changes of the code</source>
        <translation>代码的更改</translation>
    </message>
    <message>
        <source>Old instr.</source>
        <translation>旧指令数</translation>
    </message>
    <message>
        <source>Instructions of the old body</source>
        <translation>旧函数体的指令数</translation>
    </message>
    <message>
        <source>New instr.</source>
        <translation>新指令数</translation>
    </message>
    <message>
        <source>Instructions of the new body</source>
        <translation>新函数体的指令数</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>Δ time</source>
        <translation>Δ 时间</translation>
    </message>
    <message>
        <source>Self time of its instructions per run, new minus old</source>
        <translation>其指令每次运行的自身时间，新减旧</translation>
    </message>
</context>
<context>
    <name>DiffGeometry</name>
    <message>
        <source>Double-click or Enter: show the equal rows</source>
        <translation>双击或按 Enter：显示相同的行</translation>
    </message>
    <message>
        <source>the same instruction is at pc %1 of the new file</source>
        <translation>同一指令位于新文件的 pc %1</translation>
    </message>
    <message>
        <source>the same instruction is at pc %1 of the old file</source>
        <translation>同一指令位于旧文件的 pc %1</translation>
    </message>
    <message>
        <source>equal after renumbering</source>
        <translation>重新编号后相同</translation>
    </message>
    <message numerus="yes">
        <source>%n equal row(s)</source>
        <translation>
            <numerusform>%n 行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Δ time %1</source>
        <translation>Δ 时间 %1</translation>
    </message>
</context>
<context>
    <name>DiffKernelsSource</name>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配依据</translation>
    </message>
    <message>
        <source>Why the two are taken for one kernel</source>
        <translation>为何将二者视为同一内核</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Signatures, launch parameters, sizes of code</source>
        <translation>签名、启动参数、代码大小</translation>
    </message>
</context>
<context>
    <name>DiffMemorySource</name>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Old peak, B</source>
        <translation>旧峰值，B</translation>
    </message>
    <message>
        <source>Most bytes of storages alive at once</source>
        <translation>同时存活的存储块的最大字节数</translation>
    </message>
    <message>
        <source>New peak, B</source>
        <translation>新峰值，B</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>New minus old</source>
        <translation>新减旧</translation>
    </message>
    <message>
        <source>Δ %</source>
        <translation>Δ %</translation>
    </message>
    <message>
        <source>Share of the old peak</source>
        <translation>占旧峰值的比例</translation>
    </message>
    <message>
        <source>Old storages</source>
        <translation>旧存储块</translation>
    </message>
    <message>
        <source>Allocations of storage</source>
        <translation>存储分配次数</translation>
    </message>
    <message>
        <source>New storages</source>
        <translation>新存储块</translation>
    </message>
    <message>
        <source>Old total, B</source>
        <translation>旧总量，B</translation>
    </message>
    <message>
        <source>Sum over the storages</source>
        <translation>所有存储块之和</translation>
    </message>
    <message>
        <source>New total, B</source>
        <translation>新总量，B</translation>
    </message>
    <message>
        <source>Formula of the peak</source>
        <translation>峰值公式</translation>
    </message>
    <message>
        <source>assumed extents</source>
        <translation>假定维度</translation>
    </message>
    <message>
        <source>A figure depends on extents that only a run knows.</source>
        <translation>有数值取决于运行时才知道的维度。</translation>
    </message>
</context>
<context>
    <name>DiffPainter</name>
    <message numerus="yes">
        <source>%n equal row(s)</source>
        <translation>
            <numerusform>%n 行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>no such function</source>
        <translation>没有此函数</translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n 条指令</numerusform>
        </translation>
    </message>
    <message>
        <source>change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Δ time</source>
        <translation>Δ 时间</translation>
    </message>
</context>
<context>
    <name>DiffPlanPainter</name>
    <message>
        <source>no storage is allocated</source>
        <translation>没有分配存储块</translation>
    </message>
    <message numerus="yes">
        <source>%n storage(s)</source>
        <translation>
            <numerusform>%n 个存储块</numerusform>
        </translation>
    </message>
    <message>
        <source>peak %1 at pc %2</source>
        <translation>峰值 %1，位于 pc %2</translation>
    </message>
    <message>
        <source>old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>no bytecode on this side</source>
        <translation>这一侧没有字节码</translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation>存活字节数</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
</context>
<context>
    <name>DiffTimes</name>
    <message>
        <source>%1 → %2 per run</source>
        <translation>每次运行 %1 → %2</translation>
    </message>
    <message>
        <source>%1, its uncertainty is not known</source>
        <translation>%1，不确定度未知</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>no difference beyond the uncertainty</source>
        <translation>没有超出不确定度的差异</translation>
    </message>
</context>
<context>
    <name>EventFacts</name>
    <message>
        <source>string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>tuple of %1</source>
        <translation>%1 元组</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>VM context</source>
        <translation>VM 上下文</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>warm-up %1 of %2</source>
        <translation>预热 %1 / %2</translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation>运行 %1 / %2</translation>
    </message>
    <message>
        <source>clock of the worker</source>
        <translation>工作进程的时钟</translation>
    </message>
    <message>
        <source>Host: %1, read before and after each call.</source>
        <translation>主机：%1，每次调用前后各读一次。</translation>
    </message>
    <message>
        <source>Host: %1, read once per call; a call begins where the preceding one ended.</source>
        <translation>主机：%1，每次调用读一次；每个调用从前一个调用结束处开始。</translation>
    </message>
    <message>
        <source>Values: read after each call, outside the measured time; tensors are not copied.</source>
        <translation>值：在每次调用之后、测量时间之外读取；不复制张量。</translation>
    </message>
    <message>
        <source>Values were not recorded.</source>
        <translation>未记录值。</translation>
    </message>
    <message>
        <source>%1 · %2 % of the run</source>
        <translation>%1 · 占运行的 %2 %</translation>
    </message>
    <message>
        <source>%1, pc %2, depth %3</source>
        <translation>%1，pc %2，深度 %3</translation>
    </message>
    <message>
        <source>clock: %1, %2</source>
        <translation>时钟：%1，%2</translation>
    </message>
    <message>
        <source>start	%1</source>
        <translation>开始	%1</translation>
    </message>
    <message>
        <source>duration	%1</source>
        <translation>时长	%1</translation>
    </message>
    <message>
        <source>slot %1</source>
        <translation>槽 %1</translation>
    </message>
    <message>
        <source>Accuracy: %1.</source>
        <translation>准确度：%1。</translation>
    </message>
    <message>
        <source>values run</source>
        <translation>取值运行</translation>
    </message>
    <message>
        <source>Values: recorded in a run of their own; measured runs that executed the same instructions show its values.</source>
        <translation>数值：在单独的一次运行中记录；执行了相同指令的测量运行显示该次运行的数值。</translation>
    </message>
    <message>
        <source>%1 in measured runs (%2 in the rows)</source>
        <translation>测量运行中 %1 个（行中 %2 个）</translation>
    </message>
    <message>
        <source>%1 in warm-ups</source>
        <translation>预热中 %1 个</translation>
    </message>
    <message>
        <source>%1 in the values run</source>
        <translation>取值运行中 %1 个</translation>
    </message>
    <message>
        <source>%1 while loading</source>
        <translation>加载时 %1 个</translation>
    </message>
    <message>
        <source>%1 of a run that did not end</source>
        <translation>未结束的运行中 %1 个</translation>
    </message>
    <message>
        <source>none dropped</source>
        <translation>无丢弃</translation>
    </message>
    <message>
        <source>%1 dropped, as the profile reached %2: counts and sums are too small</source>
        <translation>丢弃 %1 个，因为性能数据已达 %2：计数与总和偏小</translation>
    </message>
    <message>
        <source>%1 events recorded: %2.</source>
        <translation>共记录 %1 个事件：%2。</translation>
    </message>
    <message>
        <source>Recording adds about %1 per call; rows and runs have it taken out, single events do not: it is hatched in the timeline.</source>
        <translation>记录每次调用约增加 %1；行和运行已将其扣除，单个事件没有：时间线中以斜线标出。</translation>
    </message>
    <message>
        <source>mean of a call	%1</source>
        <translation>每次调用的均值	%1</translation>
    </message>
    <message>
        <source>copy %1 of %2</source>
        <translation>第 %1 份，共 %2 份</translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls of kernels and VM functions</source>
        <translation>
            <numerusform>%Ln 次内核和 VM 函数调用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileKinds</name>
    <message>
        <source>Exported libraries (ELF, Mach-O, PE/COFF; also .o, .a, .tar, .tar.gz), Relax and Relay executables as bytes, JSON, text or Python, TVM&apos;s own dumps, parameter lists, .rsprof profiles.</source>
        <translation>导出的库（ELF、Mach-O、PE/COFF，以及 .o、.a、.tar、.tar.gz），字节、JSON、文本或 Python 形式的 Relax 与 Relay 可执行文件，TVM 自身的转储，参数列表，.rsprof 性能记录。</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Libraries, objects and archives (*.so *.dylib *.dll *.o *.obj *.a *.lib *.tar *.tar.gz *.tgz)</source>
        <translation>库、目标文件和归档 (*.so *.dylib *.dll *.o *.obj *.a *.lib *.tar *.tar.gz *.tgz)</translation>
    </message>
    <message>
        <source>Executables as bytes (*.bin *.ro *.vm)</source>
        <translation>字节形式的可执行文件 (*.bin *.ro *.vm)</translation>
    </message>
    <message>
        <source>Text, Python and JSON forms (*.rsasm *.txt *.py *.json)</source>
        <translation>文本、Python 和 JSON 形式 (*.rsasm *.txt *.py *.json)</translation>
    </message>
    <message>
        <source>Parameter lists (*.params *.consts)</source>
        <translation>参数列表 (*.params *.consts)</translation>
    </message>
    <message>
        <source>Profiles (*.rsprof)</source>
        <translation>性能记录 (*.rsprof)</translation>
    </message>
    <message>
        <source>A list of calls is opened in &quot;Run with…&quot; of an executable, with &quot;Open script…&quot;.</source>
        <translation>调用列表在可执行文件的“按参数运行…”中用“打开脚本…”打开。</translation>
    </message>
    <message>
        <source>Arrays fill arguments in &quot;Run with…&quot; of an executable, with &quot;Fill from file…&quot;.</source>
        <translation>数组在可执行文件的“按参数运行…”中用“从文件填充…”填入参数。</translation>
    </message>
</context>
<context>
    <name>FunctionRows</name>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Match instructions store an extent of a value in it.</source>
        <translation>由匹配指令存入某个值的维度。</translation>
    </message>
    <message>
        <source>Written by a call; the formula follows from the tensors in a storage of this size.</source>
        <translation>由调用写入；公式由该大小的存储中的张量推断。</translation>
    </message>
    <message>
        <source>Written by a call; the formula is that of an annotation.</source>
        <translation>由调用写入；公式来自注解。</translation>
    </message>
    <message>
        <source>in</source>
        <translation>入</translation>
    </message>
    <message>
        <source>out</source>
        <translation>出</translation>
    </message>
    <message>
        <source>in-out</source>
        <translation>出入</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>SSA form</source>
        <translation>SSA 形式</translation>
    </message>
    <message numerus="yes">
        <source>yes, %n merges</source>
        <translation>
            <numerusform>是，%n 个汇合</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no, %n merges</source>
        <translation>
            <numerusform>否，%n 个汇合</numerusform>
        </translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%n loops, depth %1</source>
        <translation>
            <numerusform>%n 个循环，深度 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>%1, at most %2 live</source>
        <translation>%1 个，最多 %2 个活跃</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>界限</translation>
    </message>
    <message>
        <source>the code is too intricate for exact figures: merges are at least, live registers at most these</source>
        <translation>代码过于复杂，无法给出精确数字：汇合数为下界，活跃寄存器数为上界</translation>
    </message>
    <message>
        <source>Slot</source>
        <translation>槽</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>One of these calls:</source>
        <translation>以下调用之一：</translation>
    </message>
</context>
<context>
    <name>FunctionsSource</name>
    <message>
        <source>bytecode</source>
        <translation>字节码</translation>
    </message>
    <message>
        <source>packed</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>已编译</translation>
    </message>
    <message>
        <source>kind %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Calls per run</source>
        <translation>每次运行的调用次数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean time of a call, including nested calls</source>
        <translation>单次调用的平均时间，含嵌套调用</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Time per run, including nested calls</source>
        <translation>每次运行的时间，含嵌套调用</translation>
    </message>
    <message>
        <source>Share %</source>
        <translation>占比 %</translation>
    </message>
    <message>
        <source>Total as a share of all measured runs, 0 to 100 %</source>
        <translation>总计占所有已测运行的比例，0 到 100 %</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Time per run, excluding nested calls</source>
        <translation>每次运行的时间，不含嵌套调用</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>Median of a call</source>
        <translation>单次调用的中位数</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>99 % of calls take at most this long</source>
        <translation>99 % 的调用不超过此值</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Instr.</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Instructions of the body</source>
        <translation>函数体的指令数</translation>
    </message>
    <message>
        <source>Calls out</source>
        <translation>调出</translation>
    </message>
    <message>
        <source>Call instructions in the body</source>
        <translation>函数体中的调用指令数</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>调用者</translation>
    </message>
    <message>
        <source>Bytecode functions that call it</source>
        <translation>调用它的字节码函数</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Regs</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Registers of a frame</source>
        <translation>每帧的寄存器数</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Bytes of the tensor constants that its body uses</source>
        <translation>函数体使用的张量常量的字节数</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>unresolved</source>
        <translation>未解析</translation>
    </message>
    <message>
        <source>Neither the library nor the builtins have a function of this name.</source>
        <translation>库和内建函数中都没有这个名称的函数。</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>An earlier entry of the same name hides this one.</source>
        <translation>前面的同名条目遮蔽了此条目。</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>No instruction calls this function.</source>
        <translation>没有指令调用此函数。</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators of a kernel, by its name and output</source>
        <translation>内核的算子，依据其名称和输出</translation>
    </message>
</context>
<context>
    <name>KernelFigures</name>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation>每线程寄存器数</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Static shared memory per block</source>
        <translation>每块的静态共享内存</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部内存</translation>
    </message>
    <message>
        <source>Local memory per thread: spilled registers, arrays and called functions</source>
        <translation>每线程的局部内存：溢出的寄存器、数组和被调用的函数</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Constant memory of the kernel, its arguments included</source>
        <translation>内核的常量内存，包括其参数</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Most threads per block, by the launch bounds</source>
        <translation>每块的最多线程数，由启动界限给出</translation>
    </message>
    <message>
        <source>Built for</source>
        <translation>目标架构</translation>
    </message>
    <message>
        <source>Architecture of the code</source>
        <translation>代码的架构</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>恰好</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>occupancy %1 % without dynamic shared memory (blocks per multiprocessor: %2; limited by %3)</source>
        <translation>不使用动态共享内存时占用率 %1 %（每个多处理器的块数：%2；受限于%3）</translation>
    </message>
    <message>
        <source>occupancy %1 % (blocks per multiprocessor: %2; limited by %3)</source>
        <translation>占用率 %1 %（每个多处理器的块数：%2；受限于%3）</translation>
    </message>
    <message>
        <source>registers per thread: %1</source>
        <translation>每线程寄存器数：%1</translation>
    </message>
    <message>
        <source>%1 of shared memory</source>
        <translation>共享内存 %1</translation>
    </message>
    <message>
        <source>at least %1 blocks per multiprocessor</source>
        <translation>每个多处理器至少 %1 块</translation>
    </message>
    <message>
        <source>unknown architecture</source>
        <translation>未知架构</translation>
    </message>
    <message>
        <source>Share of a multiprocessor&apos;s warps that blocks of the most threads fill, without dynamic shared memory; smaller blocks may fill more. Computed from the code, not measured</source>
        <translation>线程最多的块在不使用动态共享内存时填满的多处理器 warp 的比例；较小的块可能填满更多。由代码计算，未经测量</translation>
    </message>
</context>
<context>
    <name>KernelRates</name>
    <message>
        <source>%1, %2 % of the peak</source>
        <translation>%1，峰值的 %2 %</translation>
    </message>
    <message>
        <source>Computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Moves, at least</source>
        <translation>至少搬运</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>每秒 %1</translation>
    </message>
</context>
<context>
    <name>KernelsSource</name>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Called at</source>
        <translation>调用于</translation>
    </message>
    <message>
        <source>Call instructions of the kernel or of the host function that launches it</source>
        <translation>调用该内核或启动它的主机函数的指令</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Types of the kernel&apos;s parameters</source>
        <translation>内核参数的类型</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Launch parameters, in the order they follow the arguments</source>
        <translation>启动参数，按其排在参数之后的次序</translation>
    </message>
    <message>
        <source>site</source>
        <translation>处</translation>
    </message>
    <message>
        <source>sites</source>
        <translation>处</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>LayerTexts</name>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message>
        <source>no copy takes a result of the one before</source>
        <translation>没有一份使用前一份的结果</translation>
    </message>
    <message>
        <source>no result is passed between it and the copy beside it</source>
        <translation>它与相邻的一份之间不传递结果</translation>
    </message>
    <message>
        <source>it calls %1 at pc %2, not %3 as at pc %4</source>
        <translation>它在 pc %2 处调用 %1，而不是像 pc %4 处那样调用 %3</translation>
    </message>
    <message>
        <source>it also calls %1 at pc %2</source>
        <translation>它还在 pc %2 处调用 %1</translation>
    </message>
    <message>
        <source>it does not call %1 as at pc %2</source>
        <translation>它没有像 pc %2 处那样调用 %1</translation>
    </message>
    <message>
        <source>%1 at pc %2 has a result of another type than at pc %3</source>
        <translation>pc %2 处 %1 的结果类型与 pc %3 处不同</translation>
    </message>
</context>
<context>
    <name>ListingHeading</name>
    <message>
        <source>followed by %1</source>
        <translation>其后为 %1</translation>
    </message>
    <message>
        <source>the first is %1</source>
        <translation>第一个为 %1</translation>
    </message>
    <message>
        <source>repeats as %1</source>
        <translation>重复为 %1</translation>
    </message>
    <message>
        <source>repeats %1</source>
        <translation>重复 %1</translation>
    </message>
    <message>
        <source>%1 almost repeats: %2</source>
        <translation>%1 近似重复：%2</translation>
    </message>
    <message>
        <source>%1 is almost a copy of %2: %3</source>
        <translation>%1 近似于%2：%3</translation>
    </message>
</context>
<context>
    <name>ListingPainter</name>
    <message>
        <source>pc</source>
        <translation>pc</translation>
    </message>
    <message>
        <source>time per run</source>
        <translation>每次运行耗时</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>if-true from pc %1</source>
        <translation>来自 pc %1 的真分支</translation>
    </message>
    <message>
        <source>if-false from pc %1</source>
        <translation>来自 pc %1 的假分支</translation>
    </message>
    <message>
        <source>goto from pc %1</source>
        <translation>来自 pc %1 的 goto</translation>
    </message>
    <message>
        <source>fall-through from pc %1</source>
        <translation>来自 pc %1 的顺序执行</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>nested</source>
        <translation>嵌套</translation>
    </message>
</context>
<context>
    <name>LiveBytes</name>
    <message>
        <source>no reuse: up to %1</source>
        <translation>不复用：最多 %1</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>written over at pc %1, read at pc %2</source>
        <translation>在 pc %1 被覆盖，在 pc %2 被读取</translation>
    </message>
    <message>
        <source>%1 out</source>
        <translation>%1 的输出</translation>
    </message>
    <message>
        <source>measured %1 at the profile&apos;s sizes</source>
        <translation>在剖析的尺寸下实测 %1</translation>
    </message>
    <message>
        <source>measured the same</source>
        <translation>实测相同</translation>
    </message>
    <message>
        <source>measured %1, not as planned</source>
        <translation>实测 %1，与计划不同</translation>
    </message>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message>
        <source>storage %1</source>
        <translation>存储 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>returned</source>
        <translation>被返回</translation>
    </message>
    <message>
        <source>in storage %1</source>
        <translation>位于存储 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensors</source>
        <translation>
            <numerusform>%Ln 个张量</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryContent</name>
    <message numerus="yes">
        <source>pc %1–%2 · %Ln instructions</source>
        <translation>
            <numerusform>pc %1–%2 · %Ln 条指令</numerusform>
        </translation>
    </message>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message>
        <source>peak %1 · %2</source>
        <translation>峰值 %1 · %2</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>live %1</source>
        <translation>存活 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln 次调用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryLegend</name>
    <message>
        <source>value needed</source>
        <translation>需要该值</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>registers needed at once</source>
        <translation>同时需要的寄存器</translation>
    </message>
    <message>
        <source>tensor alive</source>
        <translation>存活的张量</translation>
    </message>
    <message>
        <source>storage held, no tensor</source>
        <translation>占用的存储，无张量</translation>
    </message>
    <message>
        <source>live bytes, planned</source>
        <translation>存活字节数（计划）</translation>
    </message>
    <message>
        <source>no reuse</source>
        <translation>不复用</translation>
    </message>
    <message>
        <source>measured, scaled to these sizes</source>
        <translation>实测，按这些尺寸缩放</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>实测值</translation>
    </message>
    <message>
        <source>register dropped</source>
        <translation>寄存器被清空</translation>
    </message>
    <message>
        <source>storage reused</source>
        <translation>存储被复用</translation>
    </message>
</context>
<context>
    <name>MemoryTexts</name>
    <message>
        <source>The program is too long to be followed to its end: the figures cover its beginning.</source>
        <translation>程序太长，无法跟踪到结尾：数字只涵盖其开头部分。</translation>
    </message>
    <message>
        <source>A lower bound: the bytes of %1 are not known.</source>
        <translation>下限：%1 的字节数未知。</translation>
    </message>
    <message numerus="yes">
        <source>A lower bound: the bytes of %1 and %n more are not known.</source>
        <translation>
            <numerusform>下限：%1 以及另外 %n 项的字节数未知。</numerusform>
        </translation>
    </message>
    <message>
        <source>A bound: late-bound constants are not known.</source>
        <translation>只是界限：后绑定的常量未知。</translation>
    </message>
    <message>
        <source>A bound: pc %1 branches on a value, and the path that holds more counts.</source>
        <translation>只是界限：pc %1 按值分支，按占用较多的路径计算。</translation>
    </message>
    <message>
        <source>A bound: a callee branches on a value, and the path that holds more counts.</source>
        <translation>只是界限：被调用函数按值分支，按占用较多的路径计算。</translation>
    </message>
    <message>
        <source>A bound: a loop counts as one round.</source>
        <translation>只是界限：循环按一轮计算。</translation>
    </message>
    <message>
        <source>A lower bound: a recursive call counts as nothing.</source>
        <translation>下界：递归调用不计。</translation>
    </message>
    <message>
        <source>An assumption: no argument tells an extent that pc %1 takes.</source>
        <translation>假定：没有参数给出 pc %1 取用的维度大小。</translation>
    </message>
    <message>
        <source>A bound: the engine may hold operands of closures longer.</source>
        <translation>只是界限：引擎可能更久地持有闭包的操作数。</translation>
    </message>
</context>
<context>
    <name>ModulesSource</name>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bytes of the module in the library&apos;s import tree</source>
        <translation>模块在库的导入树中的字节数</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>not decoded</source>
        <translation>未解码</translation>
    </message>
    <message>
        <source>host code, %1</source>
        <translation>主机代码，%1</translation>
    </message>
    <message>
        <source>Not decoded: %1</source>
        <translation>未解码：%1</translation>
    </message>
    <message>
        <source>Declared format “%1”; the first bytes are %2.</source>
        <translation>声明的格式为“%1”；起始字节为 %2。</translation>
    </message>
    <message>
        <source>Machine code for %1 in the library itself.</source>
        <translation>库自身包含的 %1 机器码。</translation>
    </message>
    <message>
        <source>Needs %1.</source>
        <translation>依赖 %1。</translation>
    </message>
    <message>
        <source>Slots filled by the loader: %1.</source>
        <translation>由加载器填充的槽：%1。</translation>
    </message>
    <message>
        <source>Symbols that the process must provide: %1.</source>
        <translation>需要所在进程提供的符号：%1。</translation>
    </message>
    <message>
        <source>The root: %1, at byte %2 of the file.</source>
        <translation>根：%1，位于文件的第 %2 字节。</translation>
    </message>
    <message>
        <source>graph of an accelerator library</source>
        <translation>加速器库的计算图</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>odd</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Stored in the layout of %1.</source>
        <translation>存储方式同 %1。</translation>
    </message>
    <message>
        <source>%1 needs %2.</source>
        <translation>%1 需要 %2。</translation>
    </message>
    <message>
        <source>Constants: %1.</source>
        <translation>常量：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) of the accelerator library&apos;s own data follow.</source>
        <translation>
            <numerusform>其后是加速器库自己的 %n 字节数据。</numerusform>
        </translation>
    </message>
    <message>
        <source>Symbols and layout are those of %1.</source>
        <translation>符号与布局同 %1。</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>注：%1</translation>
    </message>
</context>
<context>
    <name>OpcodeHelp</name>
    <message>
        <source>Operands: %1</source>
        <translation>操作数：%1</translation>
    </message>
</context>
<context>
    <name>PanelMenu</name>
    <message>
        <source>Dock the panel</source>
        <translation>停靠面板</translation>
    </message>
    <message>
        <source>Float the panel</source>
        <translation>浮动面板</translation>
    </message>
    <message>
        <source>Hide the panel</source>
        <translation>隐藏面板</translation>
    </message>
    <message>
        <source>Left panel</source>
        <translation>左侧面板</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>中央</translation>
    </message>
    <message>
        <source>Right panel</source>
        <translation>右侧面板</translation>
    </message>
    <message>
        <source>Bottom panel</source>
        <translation>底部面板</translation>
    </message>
    <message>
        <source>Move %1 to</source>
        <translation>将%1移到</translation>
    </message>
    <message>
        <source>Back to the panel</source>
        <translation>放回面板</translation>
    </message>
    <message>
        <source>Float %1 in a window</source>
        <translation>在窗口中浮动%1</translation>
    </message>
    <message>
        <source>Show %1 once more</source>
        <translation>再显示一次%1</translation>
    </message>
    <message>
        <source>Close this view</source>
        <translation>关闭此视图</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
</context>
<context>
    <name>PeakRows</name>
    <message>
        <source>Peak against %1</source>
        <translation>峰值随 %1 的变化</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Live peak</source>
        <translation>存活峰值</translation>
    </message>
    <message>
        <source>Live peak for %1</source>
        <translation>%1 时的存活峰值</translation>
    </message>
    <message>
        <source>at pc %1–%2</source>
        <translation>位于 pc %1–%2</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>实测：%1</translation>
    </message>
    <message>
        <source>Measured with %2: %1</source>
        <translation>%2 时实测：%1</translation>
    </message>
    <message>
        <source>Alive at the peak</source>
        <translation>峰值时存活</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more storages</source>
        <translation>
            <numerusform>以及另外 %Ln 个存储</numerusform>
        </translation>
    </message>
    <message>
        <source>storage %1</source>
        <translation>存储 %1</translation>
    </message>
    <message>
        <source>%1 out</source>
        <translation>%1 的输出</translation>
    </message>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more tensors</source>
        <translation>
            <numerusform>以及另外 %Ln 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>Plan against other plans</source>
        <translation>与其他计划比较</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Live peak, this plan</source>
        <translation>存活峰值，本计划</translation>
    </message>
    <message>
        <source>of it, in callees and numbers</source>
        <translation>其中被调用函数和数值占用</translation>
    </message>
    <message>
        <source>All storages, this plan</source>
        <translation>所有存储，本计划</translation>
    </message>
    <message>
        <source>One storage per tensor</source>
        <translation>每个张量一个存储</translation>
    </message>
    <message>
        <source>Smallest possible</source>
        <translation>可能的最小值</translation>
    </message>
    <message>
        <source>The peak is as low as any plan for this order of calls can make it.</source>
        <translation>对于这样的调用顺序，任何计划都无法使峰值更低。</translation>
    </message>
    <message>
        <source>%1 above the least that tensors need at one instruction (pc %2).</source>
        <translation>比张量在一条指令处（pc %2）至少需要的多 %1。</translation>
    </message>
    <message>
        <source>Beside storages</source>
        <translation>存储之外</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Constants and storages</source>
        <translation>常量和存储</translation>
    </message>
    <message>
        <source>Arguments, of the caller</source>
        <translation>参数（属于调用方）</translation>
    </message>
    <message>
        <source>of them given up by the function</source>
        <translation>其中由函数放弃</translation>
    </message>
    <message>
        <source>All at once, at most</source>
        <translation>同时最多</translation>
    </message>
    <message>
        <source>Kernels may take workspaces beside them; a profile tells how much.</source>
        <translation>内核可能另外占用工作区；性能分析给出其大小。</translation>
    </message>
    <message>
        <source>No run passes</source>
        <translation>任何运行都无法完成</translation>
    </message>
    <message>
        <source>pc %1 writes the tensor of pc %2 over that of pc %3, whose contents pc %4 reads.</source>
        <translation>pc %1 把 pc %2 的张量写到 pc %3 的张量之上，而 pc %4 还要读取后者的内容。</translation>
    </message>
    <message>
        <source>No run with %1 passes</source>
        <translation>%1 时任何运行都无法完成</translation>
    </message>
    <message>
        <source>pc %1: %2</source>
        <translation>pc %1：%2</translation>
    </message>
    <message>
        <source>The storages have room for %1 up to %2.</source>
        <translation>存储最多容纳 %1 为 %2。</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>By device and scope</source>
        <translation>按设备和作用域</translation>
    </message>
    <message>
        <source>at the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>device %1 %2</source>
        <translation>设备 %1 %2</translation>
    </message>
    <message>
        <source>What allocators keep</source>
        <translation>分配器保留的内存</translation>
    </message>
    <message>
        <source>Naive allocator</source>
        <translation>简单分配器</translation>
    </message>
    <message>
        <source>Pooled allocator</source>
        <translation>池化分配器</translation>
    </message>
    <message>
        <source>TVM&apos;s naive allocator</source>
        <translation>TVM 的简单分配器</translation>
    </message>
    <message>
        <source>TVM&apos;s pooled allocator</source>
        <translation>TVM 的池化分配器</translation>
    </message>
</context>
<context>
    <name>Profile</name>
    <message>
        <source>The run is starting; its calls appear here as they arrive.</source>
        <translation>正在启动运行；调用到达后会显示在这里。</translation>
    </message>
    <message>
        <source>Nothing is open. Open an executable and run it, or open a profile (.rsprof).</source>
        <translation>尚未打开任何内容。请打开可执行文件并运行，或打开一个性能记录（.rsprof）。</translation>
    </message>
    <message>
        <source>No profile yet. Run the executable to see where its time goes.</source>
        <translation>尚无性能记录。运行可执行文件即可看到时间花在哪里。</translation>
    </message>
</context>
<context>
    <name>ReferencesSource</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Function that contains the instruction</source>
        <translation>指令所在的函数</translation>
    </message>
    <message>
        <source>pc</source>
        <translation>pc</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>value</source>
        <translation>作为值</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
</context>
<context>
    <name>RegisterBars</name>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>从未读取</translation>
    </message>
    <message numerus="yes">
        <source>%n registers needed</source>
        <translation>
            <numerusform>需要 %n 个寄存器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n registers needed at once</source>
        <translation>
            <numerusform>%n 个寄存器中同时需要 %1 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchExpression</name>
    <message>
        <source>This expression takes too long to match.</source>
        <translation>此表达式匹配耗时过长。</translation>
    </message>
</context>
<context>
    <name>StatisticsSource</name>
    <message>
        <source>Callee</source>
        <translation>被调函数</translation>
    </message>
    <message>
        <source>In</source>
        <translation>所在函数</translation>
    </message>
    <message>
        <source>Function that contains the call</source>
        <translation>调用所在的函数</translation>
    </message>
    <message>
        <source>pc</source>
        <translation>pc</translation>
    </message>
    <message>
        <source>Instruction of the call</source>
        <translation>调用的指令</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Mean time of a call</source>
        <translation>单次调用的平均时间</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the calls take at most this long</source>
        <translation>一半的调用不超过此值</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>90 % of calls take at most this long</source>
        <translation>90 % 的调用不超过此值</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>99 % of calls take at most this long</source>
        <translation>99 % 的调用不超过此值</translation>
    </message>
    <message>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <source>Standard deviation of a call&apos;s time</source>
        <translation>单次调用时间的标准差</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Shortest call</source>
        <translation>最短的调用</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Longest call</source>
        <translation>最长的调用</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Share %</source>
        <translation>占比 %</translation>
    </message>
    <message>
        <source>Share of the total self time; the column adds up to 100 %</source>
        <translation>自身时间占全部自身时间的比例；本列合计为 100 %</translation>
    </message>
    <message>
        <source>body</source>
        <translation>函数体</translation>
    </message>
    <message>
        <source>From entry to return; self time is the VM&apos;s own work between calls.</source>
        <translation>从进入到返回；自身时间是 VM 在各调用之间自己的工作。</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>已编译</translation>
    </message>
    <message numerus="yes">
        <source>Sum of %n rows</source>
        <translation>
            <numerusform>%n 行合计</numerusform>
        </translation>
    </message>
    <message>
        <source>Kernels that compiled code calls between two calls of builtins; they cannot be told apart.</source>
        <translation>编译代码在两次内建函数调用之间调用的内核；无法彼此区分。</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>kernels %1</source>
        <translation>内核 %1</translation>
    </message>
    <message>
        <source>Compiled function from entry to return; self time is that of its entry and return.</source>
        <translation>已编译函数，从进入到返回；自身时间是其进入与返回的时间。</translation>
    </message>
    <message>
        <source>recursive</source>
        <translation>递归</translation>
    </message>
    <message>
        <source>Calls itself: the total counts the time of nested calls once.</source>
        <translation>调用自身：总计中嵌套调用的时间只计一次。</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Calls per run</source>
        <translation>每次运行的调用次数</translation>
    </message>
    <message>
        <source>Time per run, excluding nested calls: the mean of the runs in the middle half of times.
= tied with the row above
~ recording took over 30 % of it
&lt; within its uncertainty</source>
        <translation>每次运行的时间，不含嵌套调用：时间居中一半的各次运行的平均值。
= 与上一行无法区分
~ 记录占其 30 % 以上
&lt; 在其不确定度之内</translation>
    </message>
    <message>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <source>Half the 95 % interval of the time per run</source>
        <translation>每次运行时间的 95 % 区间的一半</translation>
    </message>
    <message>
        <source>Time per run, including nested calls</source>
        <translation>每次运行的时间，含嵌套调用</translation>
    </message>
    <message>
        <source>Bytes allocated per run</source>
        <translation>每次运行分配的字节</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Bytes that a kernel had in use at once as workspaces, beside storages</source>
        <translation>内核同时使用的工作区字节数，不计入存储</translation>
    </message>
    <message>
        <source>Below resolution: recording these calls takes at least as long as they do.</source>
        <translation>低于分辨率：记录这些调用所用的时间不少于调用本身。</translation>
    </message>
    <message>
        <source>The time of these calls is not larger than its uncertainty.</source>
        <translation>这些调用的时间不大于其不确定度。</translation>
    </message>
    <message>
        <source>Recording took over 30 % of the time as recorded.</source>
        <translation>记录占所记录时间的 30 % 以上。</translation>
    </message>
    <message>
        <source>The difference from the row above is within its uncertainty.</source>
        <translation>与上一行的差在其不确定度之内。</translation>
    </message>
    <message>
        <source>Recording, not attributed</source>
        <translation>记录开销，未归属</translation>
    </message>
    <message>
        <source>Run, unrecorded</source>
        <translation>运行，未记录</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Place in the code of the function, in order of execution: %1</source>
        <translation>函数代码中的位置（按执行顺序）：%1</translation>
    </message>
    <message>
        <source>Raw self</source>
        <translation>原始自身</translation>
    </message>
    <message>
        <source>Self time per run as recorded, with the cost of recording</source>
        <translation>每次运行的自身时间（记录值，含记录开销）</translation>
    </message>
    <message>
        <source>Raw total</source>
        <translation>原始总计</translation>
    </message>
    <message>
        <source>Total per run as recorded, with the cost of recording</source>
        <translation>每次运行的总时间（记录值，含记录开销）</translation>
    </message>
    <message>
        <source>from compiled code</source>
        <translation>来自编译代码</translation>
    </message>
    <message>
        <source>A builtin that a compiled function calls.</source>
        <translation>编译函数调用的内置函数。</translation>
    </message>
    <message>
        <source>within a builtin</source>
        <translation>内置函数内</translation>
    </message>
    <message>
        <source>A kernel that a builtin calls.</source>
        <translation>内置函数调用的内核。</translation>
    </message>
    <message>
        <source>list of calls</source>
        <translation>调用列表</translation>
    </message>
    <message>
        <source>A builtin that the list of calls calls itself.</source>
        <translation>调用列表直接调用的内置函数。</translation>
    </message>
    <message>
        <source>Calls of which a part lies in the range</source>
        <translation>有一部分落在范围内的调用</translation>
    </message>
    <message>
        <source>Time in the range, excluding nested calls</source>
        <translation>范围内的时间，不含嵌套调用</translation>
    </message>
    <message>
        <source>Time in the range, including nested calls</source>
        <translation>范围内的时间，含嵌套调用</translation>
    </message>
    <message numerus="yes">
        <source>In the range, %n rows</source>
        <translation>
            <numerusform>范围内，%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Kind of call</source>
        <translation>调用类别</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Of the tensors and shapes among its arguments</source>
        <translation>参数中张量和形状的形状</translation>
    </message>
    <message>
        <source>No shapes were recorded of these calls, or they have none.</source>
        <translation>这些调用没有记录形状，或没有形状。</translation>
    </message>
    <message>
        <source>Function that contains the layer</source>
        <translation>包含该层的函数</translation>
    </message>
    <message>
        <source>Instructions of the layer</source>
        <translation>该层的指令</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>outside layers</source>
        <translation>各层之外</translation>
    </message>
    <message>
        <source>Calls of no layer, and the functions themselves: what a function called from a layer does counts here, unless it has layers of its own</source>
        <translation>不属于任何层的调用以及函数本身：层中调用的函数所做的工作计入此处，除非该函数自己有层</translation>
    </message>
    <message>
        <source>Calls of the layer; the total includes the functions that they call</source>
        <translation>该层的调用；总计包括它们调用的函数</translation>
    </message>
    <message>
        <source>On an emulated device: the times are no measure.</source>
        <translation>在仿真设备上：时间不是测量值。</translation>
    </message>
    <message>
        <source>By the device&apos;s clock, in the same runs as the row above.</source>
        <translation>按设备时钟，与上一行取自相同的运行。</translation>
    </message>
    <message>
        <source>Launch to start: median %1, p99 %2</source>
        <translation>启动到开始：中位数 %1，p99 %2</translation>
    </message>
    <message>
        <source>Copies: %1, %2 per run</source>
        <translation>复制：每次运行 %1，%2</translation>
    </message>
    <message>
        <source>Arguments read and written once: %1 a second</source>
        <translation>参数各读写一次：每秒 %1</translation>
    </message>
    <message>
        <source>emulated, no measure</source>
        <translation>仿真，不是测量值</translation>
    </message>
    <message>
        <source>on device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>copies on device</source>
        <translation>设备上的复制</translation>
    </message>
    <message>
        <source>end of the run</source>
        <translation>运行结束</translation>
    </message>
    <message>
        <source>The host waits until the GPUs have done the work of the run.</source>
        <translation>主机等待，直到 GPU 完成运行的工作。</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Place of the call in its run, from 1 on</source>
        <translation>调用在其运行中的位置，从 1 开始</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>outside of calls</source>
        <translation>调用之外</translation>
    </message>
</context>
<context>
    <name>TimeTexts</name>
    <message>
        <source> (body)</source>
        <translation>（函数体）</translation>
    </message>
    <message>
        <source> (compiled)</source>
        <translation>（已编译）</translation>
    </message>
    <message>
        <source> (from compiled code)</source>
        <translation>（来自编译代码）</translation>
    </message>
    <message>
        <source> (kernels)</source>
        <translation>（内核）</translation>
    </message>
    <message>
        <source> (within a builtin)</source>
        <translation>（在内置函数之内）</translation>
    </message>
    <message>
        <source> (from the list of calls)</source>
        <translation>（来自调用列表）</translation>
    </message>
    <message>
        <source>− only old</source>
        <translation>− 仅旧</translation>
    </message>
    <message>
        <source>The new run does not call it</source>
        <translation>新的运行不调用它</translation>
    </message>
    <message>
        <source>+ only new</source>
        <translation>+ 仅新</translation>
    </message>
    <message>
        <source>The old run does not call it</source>
        <translation>旧的运行不调用它</translation>
    </message>
    <message>
        <source>↓ faster</source>
        <translation>↓ 更快</translation>
    </message>
    <message>
        <source>It takes less: the difference is beyond its interval</source>
        <translation>耗时减少：差异超出其区间</translation>
    </message>
    <message>
        <source>↑ slower</source>
        <translation>↑ 更慢</translation>
    </message>
    <message>
        <source>It takes more: the difference is beyond its interval</source>
        <translation>耗时增加：差异超出其区间</translation>
    </message>
    <message>
        <source>= same</source>
        <translation>= 相同</translation>
    </message>
    <message>
        <source>The difference is within its interval, or less than 1 %</source>
        <translation>差异在其区间之内，或不足 1 %</translation>
    </message>
    <message>
        <source>? unknown</source>
        <translation>? 未知</translation>
    </message>
    <message>
        <source>There is no interval, so whether it differs is not known</source>
        <translation>没有区间，因此不知道是否有差异</translation>
    </message>
    <message numerus="yes">
        <source>Only in the old profile, %n calls</source>
        <translation>
            <numerusform>仅在旧的性能记录中，%n 处调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only in the old profile, %n callees</source>
        <translation>
            <numerusform>仅在旧的性能记录中，%n 个被调用者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In both, %n calls</source>
        <translation>
            <numerusform>两者都有，%n 处调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In both, %n callees</source>
        <translation>
            <numerusform>两者都有，%n 个被调用者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only in the new profile, %n calls</source>
        <translation>
            <numerusform>仅在新的性能记录中，%n 处调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only in the new profile, %n callees</source>
        <translation>
            <numerusform>仅在新的性能记录中，%n 个被调用者</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>There is no interval: %1</source>
        <translation>没有区间：%1</translation>
    </message>
    <message>
        <source>± is half the 95 % interval of the differences of %1 pairs of processes, which took %2 turns; = is a difference within it, or of less than 1 %.</source>
        <translation>± 是 %1 对进程（共轮流 %2 次）之差的 95 % 区间的一半；= 表示差异在区间之内，或不足 1 %。</translation>
    </message>
    <message>
        <source>± is half the 95 % interval of the difference of two times that were taken independently, in %1 and %2 processes; = is a difference within it, or of less than 1 %.</source>
        <translation>± 是两个独立测得的时间（分别在 %1 和 %2 个进程中）之差的 95 % 区间的一半；= 表示差异在区间之内，或不足 1 %。</translation>
    </message>
    <message>
        <source>Times as text…</source>
        <translation>时间导出为文本…</translation>
    </message>
    <message>
        <source>Times as JSON…</source>
        <translation>时间导出为 JSON…</translation>
    </message>
    <message>
        <source>Times as CSV…</source>
        <translation>时间导出为 CSV…</translation>
    </message>
</context>
<context>
    <name>TimelinePlot</name>
    <message>
        <source>%1 · %2 · %3 %</source>
        <translation>%1 · %2 · %3 %</translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · emulated GPU busy %2 %</source>
        <translation>%1 · 仿真 GPU 忙 %2 %</translation>
    </message>
    <message>
        <source>%1 · GPU busy %2 %</source>
        <translation>%1 · GPU 忙 %2 %</translation>
    </message>
</context>
<context>
    <name>TimelineReadout</name>
    <message>
        <source>at %1</source>
        <translation>时刻 %1</translation>
    </message>
    <message>
        <source>live %1</source>
        <translation>存活 %1</translation>
    </message>
</context>
<context>
    <name>TimesSource</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Callee</source>
        <translation>被调用者</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Function and pc of the call</source>
        <translation>调用所在的函数和 pc</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Calls per run, old and new</source>
        <translation>每次运行的调用次数，旧和新</translation>
    </message>
    <message>
        <source>Old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>Time per run of the old one, without nested calls</source>
        <translation>旧的每次运行耗时，不含嵌套调用</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Time per run of the new one, without nested calls</source>
        <translation>新的每次运行耗时，不含嵌套调用</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>New less old, per run</source>
        <translation>每次运行新减旧</translation>
    </message>
    <message>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <source>Half the 95 % interval of the difference</source>
        <translation>差异的 95 % 区间的一半</translation>
    </message>
    <message>
        <source>Share of the difference</source>
        <translation>占差异的份额</translation>
    </message>
    <message>
        <source>Of the difference of the sum; bars begin at a common zero</source>
        <translation>占总和之差的份额；各条从同一个零点开始</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>Largest difference of an element that the calls write</source>
        <translation>调用写出的元素的最大差</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Largest difference of an element over its old value</source>
        <translation>元素的最大差与其旧值之比</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Counts of NaN and infinities that the calls write</source>
        <translation>调用写出的 NaN 与无穷的个数</translation>
    </message>
    <message numerus="yes">
        <source>%n more calls, which are the same</source>
        <translation>
            <numerusform>另有 %n 处调用相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more callees, which are the same</source>
        <translation>
            <numerusform>另有 %n 个被调用者相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Sum, one run</source>
        <translation>总和，一次运行</translation>
    </message>
    <message>
        <source>Recording, not attributed</source>
        <translation>记录开销，未归属</translation>
    </message>
    <message>
        <source>Outside of the rows</source>
        <translation>各行之外</translation>
    </message>
    <message>
        <source>Run, unrecorded</source>
        <translation>未记录的运行</translation>
    </message>
    <message>
        <source>Run, corrected</source>
        <translation>运行，已校正</translation>
    </message>
    <message>
        <source>Run, recorded</source>
        <translation>运行，已记录</translation>
    </message>
</context>
<context>
    <name>ValueTexts</name>
    <message>
        <source>%1 of %2 elements</source>
        <translation>%2 个元素中有 %1 个不同</translation>
    </message>
    <message>
        <source>, largest error %1</source>
        <translation>，最大误差 %1</translation>
    </message>
    <message>
        <source> (relative %1)</source>
        <translation>（相对 %1）</translation>
    </message>
    <message>
        <source>%1 equal</source>
        <translation>%1 相等</translation>
    </message>
    <message>
        <source>%1 differs by up to %2</source>
        <translation>%1 最多相差 %2</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>first difference in the order of the run: %1 at %2:%3, %4</source>
        <translation>按运行顺序的第一处差异：%1，位于 %2:%3，%4</translation>
    </message>
    <message>
        <source>no output of a call was compared</source>
        <translation>没有比较任何调用的输出</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) of calls are equal</source>
        <translation>
            <numerusform>%n 个调用输出相等</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) were not kept</source>
        <translation>
            <numerusform>有 %n 个张量未保留</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ValuesSource</name>
    <message>
        <source>Callee</source>
        <translation>被调函数</translation>
    </message>
    <message>
        <source>In</source>
        <translation>所在函数</translation>
    </message>
    <message>
        <source>Function that contains the call</source>
        <translation>调用所在的函数</translation>
    </message>
    <message>
        <source>pc</source>
        <translation>pc</translation>
    </message>
    <message>
        <source>Instruction of the call</source>
        <translation>调用的指令</translation>
    </message>
    <message>
        <source>Arg.</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Position of the argument, from 0</source>
        <translation>参数位置，从 0 起</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Data bytes of a tensor</source>
        <translation>张量的数据字节数</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>varies</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>This argument also had other shapes.</source>
        <translation>此参数还出现过其他形状。</translation>
    </message>
    <message>
        <source>Calls that received it in the run that recorded values, or in the measured runs if each recorded them</source>
        <translation>在记录数值的那次运行中收到该参数的调用次数；若每次测量运行都记录数值，则为各测量运行之和</translation>
    </message>
</context>
<context>
    <name>WorkFacts</name>
    <message>
        <source>%1 a second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>GPU kernel</source>
        <translation>GPU 内核</translation>
    </message>
    <message>
        <source>copy to device</source>
        <translation>复制到设备</translation>
    </message>
    <message>
        <source>copy to host</source>
        <translation>复制到主机</translation>
    </message>
    <message>
        <source>copy on device</source>
        <translation>设备内复制</translation>
    </message>
    <message>
        <source>copy between devices</source>
        <translation>设备间复制</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>wait for device</source>
        <translation>等待设备</translation>
    </message>
    <message>
        <source>driver overhead</source>
        <translation>驱动开销</translation>
    </message>
    <message>
        <source>compile kernels</source>
        <translation>编译内核</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>%1, driver overhead</source>
        <translation>%1，驱动开销</translation>
    </message>
    <message>
        <source>%1, stream %2</source>
        <translation>%1，流 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 个块</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>Registers per thread</source>
        <translation>每线程寄存器</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>%1, of it %2 dynamic</source>
        <translation>%1，其中动态 %2</translation>
    </message>
    <message>
        <source>Local memory per thread</source>
        <translation>每线程局部内存</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>%1 %, %2 blocks per multiprocessor</source>
        <translation>%1 %，每个多处理器 %2 个块</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Device: no times, %1.</source>
        <translation>设备：没有时间，%1。</translation>
    </message>
    <message>
        <source>Device: activity records of the driver (CUPTI).</source>
        <translation>设备：驱动的活动记录（CUPTI）。</translation>
    </message>
    <message>
        <source>Device: CUDA events around each launch; their times include the launch on the device.</source>
        <translation>设备：每次启动前后的 CUDA 事件；其时间包含设备上的启动。</translation>
    </message>
    <message>
        <source>Device: emulated on the CPU. Its times are no measure.</source>
        <translation>设备：在 CPU 上仿真。其时间不是测量值。</translation>
    </message>
    <message>
        <source>Its clock was moved to the host&apos;s by %1 paired readings, ± %2.</source>
        <translation>其时钟由 %1 对读数对齐到主机时钟，± %2。</translation>
    </message>
    <message>
        <source>Launches return at once: host and device overlap.</source>
        <translation>启动立即返回：主机与设备重叠。</translation>
    </message>
    <message>
        <source>%1 records of the device were lost: counts and sums are too small.</source>
        <translation>丢失了 %1 条设备记录：计数与总和偏小。</translation>
    </message>
    <message>
        <source>%1 records of the device had times that make no sense and were left out.</source>
        <translation>%1 条设备记录的时间不合理，已略去。</translation>
    </message>
    <message>
        <source>Emulated GPU: times are no measure</source>
        <translation>仿真 GPU：时间不是测量值</translation>
    </message>
    <message>
        <source>Device clock aligned to host within %1</source>
        <translation>设备时钟与主机对齐，误差在 %1 以内</translation>
    </message>
    <message>
        <source>%1, emulated, no measure</source>
        <translation>%1，仿真，不是测量值</translation>
    </message>
    <message>
        <source>%1 after its launch</source>
        <translation>启动后 %1</translation>
    </message>
    <message>
        <source>grid %1, block %2</source>
        <translation>网格 %1，块 %2</translation>
    </message>
    <message>
        <source>start	%1</source>
        <translation>开始	%1</translation>
    </message>
    <message>
        <source>duration	%1</source>
        <translation>时长	%1</translation>
    </message>
    <message>
        <source>launch to start	%1</source>
        <translation>启动到开始	%1</translation>
    </message>
    <message>
        <source>graph %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>graph %1, captured from instruction %2</source>
        <translation>图 %1，录制自指令 %2</translation>
    </message>
    <message>
        <source>Clock: %1, %2.</source>
        <translation>时钟：%1，%2。</translation>
    </message>
    <message>
        <source>host: %1</source>
        <translation>主机：%1</translation>
    </message>
    <message>
        <source>The host waited for the device after each launch: launches and kernels do not overlap.</source>
        <translation>主机在每次启动后等待设备：启动与内核不重叠。</translation>
    </message>
    <message>
        <source>allocate memory</source>
        <translation>分配内存</translation>
    </message>
    <message>
        <source>free memory</source>
        <translation>释放内存</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;New tab</source>
        <translation>新建标签页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Reload from disk</source>
        <translation>从磁盘重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save profile…</source>
        <translation>保存性能记录(&amp;S)…</translation>
    </message>
    <message>
        <source>Save &amp;picture of the view…</source>
        <translation>保存视图图片(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Switch &amp;theme</source>
        <translation>切换主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Left panel</source>
        <translation>左侧面板(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Right panel</source>
        <translation>右侧面板(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Bottom panel</source>
        <translation>底部面板(&amp;B)</translation>
    </message>
    <message>
        <source>Rese&amp;t layout</source>
        <translation>重置布局(&amp;T)</translation>
    </message>
    <message>
        <source>Ne&amp;xt panel</source>
        <translation>下一个面板(&amp;X)</translation>
    </message>
    <message>
        <source>Previ&amp;ous panel</source>
        <translation>上一个面板(&amp;O)</translation>
    </message>
    <message>
        <source>Next docu&amp;ment</source>
        <translation>下一个文档(&amp;M)</translation>
    </message>
    <message>
        <source>Pre&amp;vious document</source>
        <translation>上一个文档(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Search calls and functions…</source>
        <translation>搜索调用和函数(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Go to function or pc…</source>
        <translation>转到函数或 pc(&amp;G)…</translation>
    </message>
    <message>
        <source>Listing to &amp;graph and back</source>
        <translation>在指令列表与控制流图间切换(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Run &amp;with…</source>
        <translation>按参数运行(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>设置(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About RelaxScope</source>
        <translation>关于 RelaxScope(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Undo note or name</source>
        <translation>撤销备注或名称(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo note or name</source>
        <translation>重做备注或名称(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>备注(&amp;N)…</translation>
    </message>
    <message>
        <source>Na&amp;me the function…</source>
        <translation>命名函数(&amp;M)…</translation>
    </message>
    <message>
        <source>Edit the &amp;code</source>
        <translation>编辑代码(&amp;C)</translation>
    </message>
    <message>
        <source>Save the code &amp;as…</source>
        <translation>代码另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;References…</source>
        <translation>引用(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Output of the kernels</source>
        <translation>内核的输出(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Load constants file…</source>
        <translation>加载常量文件(&amp;L)…</translation>
    </message>
    <message>
        <source>Assembler &amp;language</source>
        <translation>汇编语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Sort the table…</source>
        <translation>排序表格(&amp;S)…</translation>
    </message>
    <message>
        <source>Save profile without &amp;host and command…</source>
        <translation>保存不含主机和命令的性能记录(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;All panels</source>
        <translation>所有面板(&amp;A)</translation>
    </message>
    <message>
        <source>R&amp;ead</source>
        <translation>阅读(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>剖析(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>图(&amp;G)</translation>
    </message>
    <message>
        <source>B&amp;ytes</source>
        <translation>字节(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>Show the &amp;earlier run</source>
        <translation>显示较早的运行(&amp;E)</translation>
    </message>
    <message>
        <source>Show the &amp;later run</source>
        <translation>显示较晚的运行(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Float the view in a window</source>
        <translation>在窗口中浮动视图(&amp;F)</translation>
    </message>
    <message>
        <source>Show the view &amp;once more</source>
        <translation>再显示一次视图(&amp;O)</translation>
    </message>
    <message>
        <source>Loc&amp;k the view to its function</source>
        <translation>将视图锁定到其函数(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Close this view</source>
        <translation>关闭此视图(&amp;C)</translation>
    </message>
    <message>
        <source>Name the &amp;layer…</source>
        <translation>命名层(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Compare…</source>
        <translation>比较(&amp;C)…</translation>
    </message>
    <message>
        <source>Compare with the file on &amp;disk</source>
        <translation>与磁盘上的文件比较(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Next difference</source>
        <translation>下一处差异(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous difference</source>
        <translation>上一处差异(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Swap sides</source>
        <translation>交换两侧(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Compare p&amp;rofiles…</source>
        <translation>比较性能记录(&amp;R)…</translation>
    </message>
    <message>
        <source>Run &amp;both in turns</source>
        <translation>轮流运行两者(&amp;B)</translation>
    </message>
</context>
<context>
    <name>builtins</name>
    <message>
        <source>Allocates a block of bytes on a device; device -1 is the host.</source>
        <translation>在设备上分配一块指定字节数的存储；设备 -1 为主机。</translation>
    </message>
    <message>
        <source>Allocates the int64 slots that hold symbolic dimensions.</source>
        <translation>分配保存符号维度的 int64 槽。</translation>
    </message>
    <message>
        <source>Allocates the slots of the shape heap.</source>
        <translation>分配形状堆的槽。</translation>
    </message>
    <message>
        <source>Binds captured values as the last arguments of a function.</source>
        <translation>将捕获的值绑定在函数自身参数之后。</translation>
    </message>
    <message>
        <source>Builds a number from an immediate or a shape-heap slot.</source>
        <translation>由立即数或形状堆的槽构造一个数值。</translation>
    </message>
    <message>
        <source>Builds a shape from immediates and shape-heap slots.</source>
        <translation>由立即数和形状堆的槽构造一个形状。</translation>
    </message>
    <message>
        <source>Builds a shape from slots of the heap.</source>
        <translation>由形状堆的槽构造一个形状。</translation>
    </message>
    <message>
        <source>Calls a Python function that the host program registered.</source>
        <translation>调用宿主程序注册的 Python 函数。</translation>
    </message>
    <message>
        <source>Calls a closure.</source>
        <translation>调用一个闭包。</translation>
    </message>
    <message>
        <source>Calls a debug function of the host program.</source>
        <translation>调用宿主程序的调试函数。</translation>
    </message>
    <message>
        <source>Calls a kernel and passes the shape&apos;s dimensions as integers.</source>
        <translation>调用一个内核，并把形状的各维度作为整数传入。</translation>
    </message>
    <message>
        <source>Checks a number against the shape heap, or stores it there.</source>
        <translation>将数值与形状堆核对，或存入其中。</translation>
    </message>
    <message>
        <source>Checks a shape against the shape heap and stores dimensions that are not yet set.</source>
        <translation>将形状与形状堆核对，并存入尚未设置的维度。</translation>
    </message>
    <message>
        <source>Checks that a value is a function.</source>
        <translation>检查值是否为函数。</translation>
    </message>
    <message>
        <source>Checks that a value is a number of the given type.</source>
        <translation>检查值是否为该类型的数值。</translation>
    </message>
    <message>
        <source>Checks that a value is a shape of the given rank.</source>
        <translation>检查值是否为该秩的形状。</translation>
    </message>
    <message>
        <source>Checks that a value is a string.</source>
        <translation>检查值是否为字符串。</translation>
    </message>
    <message>
        <source>Checks that a value is a tensor of the given rank and type; rank -1 means any.</source>
        <translation>检查值是否为该秩和类型的张量；秩 -1 表示任意。</translation>
    </message>
    <message>
        <source>Checks that a value is a tuple of the given length.</source>
        <translation>检查值是否为该长度的元组。</translation>
    </message>
    <message>
        <source>Clears a register so that its value can be freed.</source>
        <translation>清空一个寄存器，使其值可以释放。</translation>
    </message>
    <message>
        <source>Clears one field of a tuple so that its value can be freed.</source>
        <translation>清空元组的一个字段，使其值可以释放。</translation>
    </message>
    <message>
        <source>Copies a value into another register.</source>
        <translation>将值复制到另一个寄存器。</translation>
    </message>
    <message>
        <source>Copies a value into another register; a tensor is shared, not duplicated.</source>
        <translation>将值复制到另一个寄存器；张量是共享的，不会复制数据。</translation>
    </message>
    <message>
        <source>Empties the allocators&apos; pools.</source>
        <translation>清空各分配器的内存池。</translation>
    </message>
    <message>
        <source>Fails with a message when the condition is false.</source>
        <translation>条件为假时报错并给出消息。</translation>
    </message>
    <message>
        <source>Removes all registered Python functions.</source>
        <translation>清除所有已注册的 Python 函数。</translation>
    </message>
    <message>
        <source>Frees a storage block.</source>
        <translation>释放一个存储块。</translation>
    </message>
    <message>
        <source>Frees a tensor.</source>
        <translation>释放一个张量。</translation>
    </message>
    <message>
        <source>Indices of the non-zero elements, one row per dimension.</source>
        <translation>非零元素的下标，每个维度一行。</translation>
    </message>
    <message>
        <source>Logit processing before sampling.</source>
        <translation>采样前的 logit 处理。</translation>
    </message>
    <message>
        <source>Looks up a Python function that the host program registered.</source>
        <translation>查找宿主程序注册的 Python 函数。</translation>
    </message>
    <message>
        <source>Packs values into a tuple.</source>
        <translation>将多个值打包为元组。</translation>
    </message>
    <message>
        <source>Paged attention key-value cache of language models.</source>
        <translation>语言模型的分页注意力键值缓存。</translation>
    </message>
    <message>
        <source>Parameters kept by name in the process (before TVM 0.22).</source>
        <translation>在进程中按名称保存的参数（TVM 0.22 之前）。</translation>
    </message>
    <message>
        <source>Parameters kept by name in the process.</source>
        <translation>在进程中按名称保存的参数。</translation>
    </message>
    <message>
        <source>Parameters taken from the process&apos;s cache.</source>
        <translation>从进程缓存中取得的参数。</translation>
    </message>
    <message>
        <source>Part of the CUDA graph support.</source>
        <translation>CUDA 图支持的一部分。</translation>
    </message>
    <message>
        <source>Places a tensor in a storage block.</source>
        <translation>在存储块中放置一个张量。</translation>
    </message>
    <message>
        <source>Prints values with a format string.</source>
        <translation>按格式打印值。</translation>
    </message>
    <message>
        <source>Prints values.</source>
        <translation>打印值。</translation>
    </message>
    <message>
        <source>Recurrent state of language models.</source>
        <translation>语言模型的循环状态。</translation>
    </message>
    <message>
        <source>Registers a Python function.</source>
        <translation>注册一个 Python 函数。</translation>
    </message>
    <message>
        <source>Runs a recorded CUDA graph; the first call records the function&apos;s launches.</source>
        <translation>运行已录制的 CUDA 图；第一次会录制该函数的各次启动。</translation>
    </message>
    <message>
        <source>Sampling of the next token.</source>
        <translation>下一个词元的采样。</translation>
    </message>
    <message>
        <source>Sequences of a key-value cache or recurrent state.</source>
        <translation>键值缓存或循环状态中的序列。</translation>
    </message>
    <message>
        <source>Stores the dimensions of a shape in slots of the heap.</source>
        <translation>将形状的各维度存入形状堆的槽。</translation>
    </message>
    <message>
        <source>Takes one field of a tuple.</source>
        <translation>取元组的一个字段。</translation>
    </message>
    <message>
        <source>The distinct elements of a tensor.</source>
        <translation>张量中互不相同的元素。</translation>
    </message>
    <message>
        <source>The shape of a tensor.</source>
        <translation>张量的形状。</translation>
    </message>
    <message>
        <source>Returns the storage of a recorded CUDA graph, which is allocated once.</source>
        <translation>返回已录制 CUDA 图所用的存储，该存储只分配一次。</translation>
    </message>
    <message>
        <source>Transfer of a key-value cache between hosts.</source>
        <translation>键值缓存在主机之间的传输。</translation>
    </message>
    <message>
        <source>Turns a one-dimensional integer tensor into a shape; waits for the device.</source>
        <translation>将一维整数张量转换为形状；会等待设备。</translation>
    </message>
    <message>
        <source>Turns a shape into an int64 tensor.</source>
        <translation>将形状转换为 int64 张量。</translation>
    </message>
    <message>
        <source>Views a tensor&apos;s data with another shape.</source>
        <translation>以另一种形状创建张量数据的视图。</translation>
    </message>
    <message>
        <source>Copies a tensor to a device.</source>
        <translation>将张量复制到设备。</translation>
    </message>
    <message>
        <source>Reads a tensor of one element as a condition; waits for the device.</source>
        <translation>将单元素张量读作条件；会等待设备。</translation>
    </message>
    <message>
        <source>The same data without a byte offset: a view, or a copy where alignment requires it.</source>
        <translation>同样的数据，不带字节偏移：为视图；若对齐有要求则为副本。</translation>
    </message>
    <message>
        <source>Allocates a KV cache of one sequence that grows by rows.</source>
        <translation>分配一个按行增长的单序列键值缓存。</translation>
    </message>
    <message>
        <source>Allocates a paged KV cache: keys and values of attention layers in pages, for many sequences.</source>
        <translation>分配分页键值缓存：各注意力层的键和值按页存放，供多个序列使用。</translation>
    </message>
    <message>
        <source>Allocates the recurrent state of a language model, for many sequences.</source>
        <translation>分配语言模型的循环状态，供多个序列使用。</translation>
    </message>
    <message>
        <source>Appends rows to a KV cache.</source>
        <translation>在键值缓存末尾追加行。</translation>
    </message>
    <message>
        <source>Appends rows to a KV cache; wraps around at the window&apos;s end.</source>
        <translation>在键值缓存末尾追加行；到窗口末尾后回绕。</translation>
    </message>
    <message>
        <source>Appends rows to a KV cache; wraps around at the window&apos;s end, to the row after the sinks.</source>
        <translation>在键值缓存末尾追加行；到窗口末尾后回绕到汇聚行（sink）之后。</translation>
    </message>
    <message>
        <source>Attends to the keys and values cached by another layer.</source>
        <translation>对另一层缓存的键和值计算注意力。</translation>
    </message>
    <message>
        <source>Attends to the tokens of the forward step.</source>
        <translation>对本前向步的词元计算注意力。</translation>
    </message>
    <message>
        <source>Attends to the cached tokens.</source>
        <translation>对已缓存的词元计算注意力。</translation>
    </message>
    <message>
        <source>Begins a forward step that appends the given number of tokens to each sequence.</source>
        <translation>开始一个前向步，为每个序列追加给定数量的词元。</translation>
    </message>
    <message>
        <source>Begins a sequence with the first tokens of another; common pages are shared.</source>
        <translation>以另一序列开头的词元新建序列；共有的页共享。</translation>
    </message>
    <message>
        <source>Begins a sequence.</source>
        <translation>新建一个序列。</translation>
    </message>
    <message>
        <source>Checkpoints and other parts of the attention key-value cache of language models.</source>
        <translation>语言模型注意力键值缓存的检查点及其他部分。</translation>
    </message>
    <message>
        <source>Copies the keys and values of a sequence out of the pages.</source>
        <translation>从各页中复制出一个序列的键和值。</translation>
    </message>
    <message>
        <source>Copies latent vectors of a sequence out of the pages.</source>
        <translation>从各页中复制出一个序列的潜在向量。</translation>
    </message>
    <message>
        <source>Copies one sequence&apos;s state.</source>
        <translation>复制一个序列的状态。</translation>
    </message>
    <message>
        <source>Empties KV caches.</source>
        <translation>清空键值缓存。</translation>
    </message>
    <message>
        <source>Ends a forward step.</source>
        <translation>结束一个前向步。</translation>
    </message>
    <message>
        <source>Ends a sequence and frees its memory.</source>
        <translation>结束一个序列并释放其内存。</translation>
    </message>
    <message>
        <source>Removes all sequences of a KV cache or RNN state.</source>
        <translation>移除键值缓存或 RNN 状态的所有序列。</translation>
    </message>
    <message>
        <source>Commits the accepted draft tokens and drops the others.</source>
        <translation>提交被接受的草稿词元，丢弃其余词元。</translation>
    </message>
    <message>
        <source>Enables a sliding window with attention sinks for a sequence.</source>
        <translation>为序列设置带注意力汇聚（sink）的滑动窗口。</translation>
    </message>
    <message>
        <source>Merges a second attention result into the first.</source>
        <translation>将第二份注意力结果合并到第一份中。</translation>
    </message>
    <message>
        <source>Number of free pages.</source>
        <translation>空闲页数。</translation>
    </message>
    <message>
        <source>Position of each token of the forward step in its sequence.</source>
        <translation>本前向步每个词元在其序列中的位置。</translation>
    </message>
    <message>
        <source>Reads the states of the forward step&apos;s sequences.</source>
        <translation>读取本前向步各序列的状态。</translation>
    </message>
    <message>
        <source>Replaces the rows of a KV cache.</source>
        <translation>替换键值缓存中的行。</translation>
    </message>
    <message>
        <source>Stores the keys and values of the forward step and attends to them and to the cached tokens.</source>
        <translation>存储本前向步的键和值，并对其及已缓存的词元计算注意力。</translation>
    </message>
    <message>
        <source>Stores the latent vectors of the forward step.</source>
        <translation>存储本前向步的潜在向量。</translation>
    </message>
    <message>
        <source>Removes the last rows of KV caches.</source>
        <translation>移除键值缓存的最后几行。</translation>
    </message>
    <message>
        <source>Removes the last tokens of a sequence.</source>
        <translation>移除序列的最后几个词元。</translation>
    </message>
    <message>
        <source>The rows of a KV cache as a tensor.</source>
        <translation>以张量形式给出键值缓存的行。</translation>
    </message>
    <message>
        <source>Tokens of a sequence.</source>
        <translation>一个序列的词元数。</translation>
    </message>
    <message>
        <source>Tokens of all sequences.</source>
        <translation>所有序列的词元数。</translation>
    </message>
    <message>
        <source>Whether a KV cache holds no sequence.</source>
        <translation>键值缓存是否不含任何序列。</translation>
    </message>
    <message>
        <source>Writes the next states of the forward step&apos;s sequences.</source>
        <translation>写入本前向步各序列的下一状态。</translation>
    </message>
    <message>
        <source>Multiplies batches of matrices on a GPU with cuBLAS; a batch of one matrix serves for all.</source>
        <translation>用 cuBLAS 在 GPU 上成批相乘矩阵；只有一个矩阵的批用于全部。</translation>
    </message>
    <message>
        <source>Multiplies two matrices on a GPU with cuBLAS: c = alpha a b + beta c.</source>
        <translation>用 cuBLAS 在 GPU 上相乘两个矩阵：c = alpha a b + beta c。</translation>
    </message>
    <message>
        <source>Binds captured values to the VM function of a name.</source>
        <translation>将捕获的值绑定到指定名称的 VM 函数。</translation>
    </message>
    <message>
        <source>Calls the kernel of a name and appends the extents of the shape to its arguments.</source>
        <translation>调用指定名称的内核，并将形状的各维附加到其参数之后。</translation>
    </message>
    <message>
        <source>Takes one field of a tuple; the index is a shape of one extent.</source>
        <translation>取元组的一个字段；索引是只有一维的形状。</translation>
    </message>
    <message>
        <source>The shape of an element-wise operation on two shapes.</source>
        <translation>两个形状逐元素运算的结果形状。</translation>
    </message>
</context>
<context>
    <name>bytes</name>
    <message>
        <source>export table</source>
        <translation>导出表</translation>
    </message>
    <message>
        <source>import table</source>
        <translation>导入表</translation>
    </message>
    <message>
        <source>resources</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>exception table</source>
        <translation>异常表</translation>
    </message>
    <message>
        <source>certificates</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>base relocations</source>
        <translation>基址重定位</translation>
    </message>
    <message>
        <source>debug directory</source>
        <translation>调试目录</translation>
    </message>
    <message>
        <source>architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>global pointer</source>
        <translation>全局指针</translation>
    </message>
    <message>
        <source>thread-local storage</source>
        <translation>线程局部存储</translation>
    </message>
    <message>
        <source>load configuration</source>
        <translation>加载配置</translation>
    </message>
    <message>
        <source>bound imports</source>
        <translation>绑定导入</translation>
    </message>
    <message>
        <source>import addresses</source>
        <translation>导入地址</translation>
    </message>
    <message>
        <source>delayed imports</source>
        <translation>延迟导入</translation>
    </message>
    <message>
        <source>CLR header</source>
        <translation>CLR 头</translation>
    </message>
    <message>
        <source>COFF header</source>
        <translation>COFF 头</translation>
    </message>
    <message>
        <source>COFF header (bigobj)</source>
        <translation>COFF 头（bigobj）</translation>
    </message>
    <message>
        <source>DOS header</source>
        <translation>DOS 头</translation>
    </message>
    <message>
        <source>DOS stub</source>
        <translation>DOS 存根</translation>
    </message>
    <message>
        <source>PE signature</source>
        <translation>PE 签名</translation>
    </message>
    <message>
        <source>optional header</source>
        <translation>可选头</translation>
    </message>
    <message>
        <source>symbol table</source>
        <translation>符号表</translation>
    </message>
    <message>
        <source>string table</source>
        <translation>字符串表</translation>
    </message>
    <message>
        <source>section headers</source>
        <translation>节头</translation>
    </message>
    <message>
        <source>section header</source>
        <translation>节头</translation>
    </message>
    <message>
        <source>relocations</source>
        <translation>重定位</translation>
    </message>
    <message>
        <source>line numbers</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>not decoded</source>
        <translation>未解码</translation>
    </message>
    <message>
        <source>damaged field</source>
        <translation>损坏的字段</translation>
    </message>
    <message>
        <source>symbol hash table</source>
        <translation>符号哈希表</translation>
    </message>
    <message>
        <source>dynamic entries</source>
        <translation>动态条目</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>注记</translation>
    </message>
    <message>
        <source>dynamic symbol table</source>
        <translation>动态符号表</translation>
    </message>
    <message>
        <source>ELF header</source>
        <translation>ELF 头</translation>
    </message>
    <message>
        <source>program headers</source>
        <translation>程序头</translation>
    </message>
    <message>
        <source>section</source>
        <translation>节</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>bytes after the last section</source>
        <translation>最后一段之后的字节</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>段</translation>
    </message>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>own name</source>
        <translation>自身名称</translation>
    </message>
    <message>
        <source>dynamic linker</source>
        <translation>动态链接器</translation>
    </message>
    <message>
        <source>weak library</source>
        <translation>弱链接库</translation>
    </message>
    <message>
        <source>re-exported library</source>
        <translation>再导出库</translation>
    </message>
    <message>
        <source>lazy library</source>
        <translation>延迟加载库</translation>
    </message>
    <message>
        <source>upward library</source>
        <translation>上层库</translation>
    </message>
    <message>
        <source>run path</source>
        <translation>运行路径</translation>
    </message>
    <message>
        <source>dyld info</source>
        <translation>dyld 信息</translation>
    </message>
    <message>
        <source>least version of macOS</source>
        <translation>最低 macOS 版本</translation>
    </message>
    <message>
        <source>least version of iOS</source>
        <translation>最低 iOS 版本</translation>
    </message>
    <message>
        <source>version of the source</source>
        <translation>源码版本</translation>
    </message>
    <message>
        <source>build version</source>
        <translation>构建版本</translation>
    </message>
    <message>
        <source>entry point</source>
        <translation>入口点</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>code signature</source>
        <translation>代码签名</translation>
    </message>
    <message>
        <source>segment split info</source>
        <translation>段拆分信息</translation>
    </message>
    <message>
        <source>function starts</source>
        <translation>函数起点</translation>
    </message>
    <message>
        <source>data in code</source>
        <translation>代码中的数据</translation>
    </message>
    <message>
        <source>code signing requirements</source>
        <translation>代码签名要求</translation>
    </message>
    <message>
        <source>linker option</source>
        <translation>链接器选项</translation>
    </message>
    <message>
        <source>linker hints</source>
        <translation>链接器提示</translation>
    </message>
    <message>
        <source>exports</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>fixups</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Mach-O header</source>
        <translation>Mach-O 头</translation>
    </message>
    <message>
        <source>load commands</source>
        <translation>加载命令</translation>
    </message>
    <message>
        <source>load command</source>
        <translation>加载命令</translation>
    </message>
    <message>
        <source>table of contents</source>
        <translation>目录表</translation>
    </message>
    <message>
        <source>module table</source>
        <translation>模块表</translation>
    </message>
    <message>
        <source>referenced symbols</source>
        <translation>引用的符号</translation>
    </message>
    <message>
        <source>indirect symbols</source>
        <translation>间接符号</translation>
    </message>
    <message>
        <source>external relocations</source>
        <translation>外部重定位</translation>
    </message>
    <message>
        <source>local relocations</source>
        <translation>局部重定位</translation>
    </message>
    <message>
        <source>rebase info</source>
        <translation>重定基址信息</translation>
    </message>
    <message>
        <source>bind info</source>
        <translation>绑定信息</translation>
    </message>
    <message>
        <source>weak bind info</source>
        <translation>弱绑定信息</translation>
    </message>
    <message>
        <source>lazy bind info</source>
        <translation>延迟绑定信息</translation>
    </message>
    <message>
        <source>magic</source>
        <translation>魔数</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>length of the executable</source>
        <translation>可执行文件的长度</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>memory scope</source>
        <translation>内存作用域</translation>
    </message>
    <message>
        <source>virtual device</source>
        <translation>虚拟设备</translation>
    </message>
    <message>
        <source>attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>word</source>
        <translation>字</translation>
    </message>
    <message>
        <source>words</source>
        <translation>字</translation>
    </message>
    <message>
        <source>hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>opcode</source>
        <translation>操作码</translation>
    </message>
    <message>
        <source>unknown opcode</source>
        <translation>未知操作码</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>words outside instructions</source>
        <translation>指令之外的字</translation>
    </message>
    <message>
        <source>unnamed function</source>
        <translation>无名函数</translation>
    </message>
    <message>
        <source>machine code</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>parameter names</source>
        <translation>参数名</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>device id</source>
        <translation>设备编号</translation>
    </message>
    <message>
        <source>packed function</source>
        <translation>打包函数</translation>
    </message>
    <message>
        <source>attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>leading strings</source>
        <translation>前导字符串</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>instruction count</source>
        <translation>指令数</translation>
    </message>
    <message>
        <source>devices of the parameters</source>
        <translation>参数的设备</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>virtual device of parameter</source>
        <translation>参数的虚拟设备</translation>
    </message>
    <message>
        <source>device type of parameter</source>
        <translation>参数的设备类型</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>late-bound</source>
        <translation>延迟绑定</translation>
    </message>
    <message>
        <source>immediate</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>type code</source>
        <translation>类型代码</translation>
    </message>
    <message>
        <source>tensor magic</source>
        <translation>张量魔数</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>extent</source>
        <translation>维大小</translation>
    </message>
    <message>
        <source>extents</source>
        <translation>各维大小</translation>
    </message>
    <message>
        <source>data size</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>dtype code</source>
        <translation>dtype 代码</translation>
    </message>
    <message>
        <source>dtype bits</source>
        <translation>dtype 位数</translation>
    </message>
    <message>
        <source>dtype lanes</source>
        <translation>dtype 通道数</translation>
    </message>
    <message>
        <source>string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>parameter list</source>
        <translation>参数列表</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>constant pool</source>
        <translation>常量池</translation>
    </message>
    <message>
        <source>packed function names</source>
        <translation>打包函数名</translation>
    </message>
    <message>
        <source>instruction offsets</source>
        <translation>指令偏移</translation>
    </message>
    <message>
        <source>instruction words</source>
        <translation>指令的字</translation>
    </message>
    <message>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>function table</source>
        <translation>函数表</translation>
    </message>
    <message>
        <source>memory scopes</source>
        <translation>内存作用域</translation>
    </message>
    <message>
        <source>virtual devices</source>
        <translation>虚拟设备</translation>
    </message>
    <message>
        <source>host device</source>
        <translation>主机设备</translation>
    </message>
    <message>
        <source>global names</source>
        <translation>全局名称</translation>
    </message>
    <message>
        <source>virtual devices of the constants</source>
        <translation>常量的虚拟设备</translation>
    </message>
    <message>
        <source>device types of the constants</source>
        <translation>常量的设备类型</translation>
    </message>
    <message>
        <source>attributes of packed functions</source>
        <translation>打包函数的属性</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>%1 executable</source>
        <translation>%1 可执行文件</translation>
    </message>
    <message>
        <source>length of %1</source>
        <translation>%1 的长度</translation>
    </message>
    <message>
        <source>text of %1</source>
        <translation>%1 的文本</translation>
    </message>
</context>
<context>
    <name>callKinds</name>
    <message>
        <source>VM function</source>
        <translation>VM 函数</translation>
    </message>
    <message>
        <source>VM functions</source>
        <translation>VM 函数</translation>
    </message>
    <message>
        <source>VM functions, self time</source>
        <translation>VM 函数，自身时间</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>GPU kernel</source>
        <translation>GPU 内核</translation>
    </message>
    <message>
        <source>GPU kernels</source>
        <translation>GPU 内核</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>memory builtin</source>
        <translation>内存类内建函数</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>shape builtin</source>
        <translation>形状类内建函数</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>builtin</source>
        <translation>内建函数</translation>
    </message>
    <message>
        <source>other builtins</source>
        <translation>其他内建函数</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>argument %1: %2 does not hold %3</source>
        <translation>参数 %1：%2 中没有 %3</translation>
    </message>
    <message>
        <source>duplicate input %1</source>
        <translation>输入 %1 重复</translation>
    </message>
    <message>
        <source>no parameter &quot;%1&quot;; the function takes %2</source>
        <translation>没有参数“%1”；该函数的参数为 %2</translation>
    </message>
    <message>
        <source>more inputs than the function takes (%1)</source>
        <translation>输入多于该函数的参数（%1）</translation>
    </message>
    <message>
        <source>argument %1 (%2) of %3: %4</source>
        <translation>%3 的参数 %1（%2）：%4</translation>
    </message>
    <message>
        <source>argument %1: %2 arrays, but the parameter has %3 fields</source>
        <translation>参数 %1：有 %2 个数组，但该参数有 %3 个字段</translation>
    </message>
    <message>
        <source>argument %1 is not given, and no check, kernel, function or builtin that receives it states its type; give it with --input &apos;%2=DTYPE[DIM,...]&apos; or &apos;%3=NUMBER&apos;</source>
        <translation>未给出参数 %1，且接收它的检查、内核、函数或内建函数都未说明其类型；请用 --input &apos;%2=DTYPE[DIM,...]&apos; 或 &apos;%3=NUMBER&apos; 给出</translation>
    </message>
    <message>
        <source>argument %1: %2</source>
        <translation>参数 %1：%2</translation>
    </message>
    <message>
        <source>input %1: %2</source>
        <translation>输入 %1：%2</translation>
    </message>
    <message>
        <source>%1: argument %2: %3</source>
        <translation>%1：参数 %2：%3</translation>
    </message>
    <message>
        <source>field %1: %2</source>
        <translation>字段 %1：%2</translation>
    </message>
    <message>
        <source>call%1: %2</source>
        <translation>call%1：%2</translation>
    </message>
    <message>
        <source>result %1: %2</source>
        <translation>结果 %1：%2</translation>
    </message>
    <message>
        <source>result of %1: %2</source>
        <translation>%1 的结果：%2</translation>
    </message>
    <message>
        <source>constant %1: %2</source>
        <translation>常量 %1：%2</translation>
    </message>
    <message>
        <source>%1: holds %2 arrays; name one as %3:KEY (it holds %4)</source>
        <translation>%1：含 %2 个数组；请以 %3:KEY 指定一个（其中有 %4）</translation>
    </message>
    <message>
        <source>%1: holds no array &quot;%2&quot;; it holds %3</source>
        <translation>%1：没有数组“%2”；其中有 %3</translation>
    </message>
    <message>
        <source>%1 is %2, the parameter is %3</source>
        <translation>%1 为 %2，参数为 %3</translation>
    </message>
    <message>
        <source>cannot generate random values of %1</source>
        <translation>无法生成 %1 的随机值</translation>
    </message>
    <message>
        <source>no function &quot;%1&quot;</source>
        <translation>没有函数“%1”</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is not a number (give the value of a dynamic dimension)</source>
        <translation>%1：“%2”不是数字（请给出动态维度的值）</translation>
    </message>
    <message>
        <source>%1: more than %2 dimensions</source>
        <translation>%1：多于 %2 维</translation>
    </message>
    <message>
        <source>&quot;%1&quot; refers to the result of an earlier call, but there is none</source>
        <translation>“%1”引用之前某次调用的结果，但没有这样的调用</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the result of an earlier call; %2</source>
        <translation>“%1”不是之前某次调用的结果；%2</translation>
    </message>
    <message>
        <source>the only one is call0</source>
        <translation>只有 call0</translation>
    </message>
    <message>
        <source>those are call0 to call%1</source>
        <translation>可用的为 call0 至 call%1</translation>
    </message>
    <message>
        <source>%1: invalid escape; only \\ and \xNN are allowed</source>
        <translation>%1：无效的转义；只允许 \\ 和 \xNN</translation>
    </message>
    <message>
        <source>&quot;@&quot; without a file name</source>
        <translation>“@”后没有文件名</translation>
    </message>
    <message>
        <source>an empty input; give DTYPE[DIM,...], @FILE or a number</source>
        <translation>输入为空；请给出 DTYPE[DIM,...]、@FILE 或数字</translation>
    </message>
    <message>
        <source>%1 is not a 64-bit integer; write %2.0 for a float</source>
        <translation>%1 不是 64 位整数；浮点数请写作 %2.0</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither DTYPE[DIM,...], @FILE nor a number</source>
        <translation>“%1”既不是 DTYPE[DIM,...]、@FILE，也不是数字</translation>
    </message>
    <message>
        <source>unexpected &quot;%1&quot; after the last bracket</source>
        <translation>最后一个括号之后有多余的“%1”</translation>
    </message>
    <message>
        <source>tuples are nested too deeply</source>
        <translation>元组嵌套过深</translation>
    </message>
    <message>
        <source>shape: more than %1 dimensions</source>
        <translation>形状：多于 %1 维</translation>
    </message>
    <message>
        <source>&quot;(&quot; without a matching &quot;)&quot;</source>
        <translation>“(”没有对应的“)”</translation>
    </message>
    <message>
        <source>a tensor needs a dtype with bits</source>
        <translation>张量需要有位宽的 dtype</translation>
    </message>
    <message>
        <source>shape: %1 is negative</source>
        <translation>形状：%1 为负数</translation>
    </message>
    <message>
        <source>shape: the tensor would take more than 1 TiB</source>
        <translation>形状：张量将超过 1 TiB</translation>
    </message>
    <message>
        <source>holds %1, which cannot be used as %2</source>
        <translation>其内容为 %1，不能用作 %2</translation>
    </message>
    <message>
        <source>%1: no array has the name of a parameter, and none is named arg0; name its arrays in --args</source>
        <translation>%1：没有以参数命名的数组，也没有名为 arg0 的数组；请在 --args 中指定数组</translation>
    </message>
    <message>
        <source>%1: %2 parameters, at most %3 are allowed</source>
        <translation>%1：有 %2 个参数，最多允许 %3 个</translation>
    </message>
    <message>
        <source>unrecorded runs were not requested</source>
        <translation>未要求进行未记录的运行</translation>
    </message>
    <message>
        <source>a list of calls may keep state, so an unrecorded run would not be the same run</source>
        <translation>一组调用可能保留状态，因此未记录的运行不会是同样的运行</translation>
    </message>
    <message>
        <source>tensor of elements without bits</source>
        <translation>张量的元素没有位宽</translation>
    </message>
    <message>
        <source>tensor with the extent %1</source>
        <translation>张量的维度大小为 %1</translation>
    </message>
    <message>
        <source>tensor of more than 2^62 bytes</source>
        <translation>张量超过 2^62 字节</translation>
    </message>
    <message>
        <source>a tensor of %1 bytes, but dtype and shape require %2</source>
        <translation>张量有 %1 字节，但 dtype 与形状需要 %2 字节</translation>
    </message>
    <message>
        <source>tensor of %1 bytes, but dtype and shape require %2</source>
        <translation>张量有 %1 字节，但 dtype 与形状需要 %2 字节</translation>
    </message>
    <message>
        <source>an argument in place of a result</source>
        <translation>应为结果处却是参数</translation>
    </message>
    <message>
        <source>must be an object with &quot;type&quot;</source>
        <translation>必须是带有“type”的对象</translation>
    </message>
    <message>
        <source>an object without a plain form cannot be passed</source>
        <translation>没有普通形式的对象不能传递</translation>
    </message>
    <message>
        <source>%1 without &quot;value&quot;</source>
        <translation>%1 没有“value”</translation>
    </message>
    <message>
        <source>needs a string &quot;%1&quot;</source>
        <translation>需要字符串“%1”</translation>
    </message>
    <message>
        <source>%1 is above 2^63 - 1</source>
        <translation>%1 大于 2^63 - 1</translation>
    </message>
    <message>
        <source>%1 must be an integer</source>
        <translation>%1 必须是整数</translation>
    </message>
    <message>
        <source>%1 must be a list</source>
        <translation>%1 必须是列表</translation>
    </message>
    <message>
        <source>float must be a number</source>
        <translation>float 必须是数字</translation>
    </message>
    <message>
        <source>bool must be true or false</source>
        <translation>bool 必须是 true 或 false</translation>
    </message>
    <message>
        <source>unknown type &quot;%1&quot;</source>
        <translation>未知的类型“%1”</translation>
    </message>
    <message>
        <source>%1 must be a string</source>
        <translation>%1 必须是字符串</translation>
    </message>
    <message>
        <source>str: invalid escape; only \\ and \xNN are allowed</source>
        <translation>str：无效的转义；只允许 \\ 和 \xNN</translation>
    </message>
    <message>
        <source>tensor: no array &quot;%1&quot; among the inputs</source>
        <translation>张量：输入中没有数组“%1”</translation>
    </message>
    <message>
        <source>tensor: array &quot;%1&quot; holds %2, which cannot be used as %3</source>
        <translation>张量：数组“%1”的内容为 %2，不能用作 %3</translation>
    </message>
    <message>
        <source>tensor: array &quot;%1&quot; has a different shape than declared</source>
        <translation>张量：数组“%1”的形状与声明不同</translation>
    </message>
    <message>
        <source>random without &quot;shape&quot;</source>
        <translation>random 没有“shape”</translation>
    </message>
    <message>
        <source>seed must be an integer from 0 to 2^64 - 1</source>
        <translation>seed 必须是 0 至 2^64 - 1 的整数</translation>
    </message>
    <message>
        <source>keys must be strings</source>
        <translation>keys 必须是字符串</translation>
    </message>
    <message>
        <source>tuple: no array &quot;%1&quot; among the inputs</source>
        <translation>元组：输入中没有数组“%1”</translation>
    </message>
    <message>
        <source>tuple needs a list &quot;fields&quot; or &quot;keys&quot;, or a &quot;prefix&quot;</source>
        <translation>元组需要列表“fields”或“keys”，或者“prefix”</translation>
    </message>
    <message>
        <source>adt without &quot;tag&quot;</source>
        <translation>adt 没有“tag”</translation>
    </message>
    <message>
        <source>a result of another call is only allowed in a script</source>
        <translation>只有脚本中才允许使用其他调用的结果</translation>
    </message>
    <message>
        <source>result without &quot;call&quot;</source>
        <translation>result 没有“call”</translation>
    </message>
    <message>
        <source>result of call %1, which is not an earlier one</source>
        <translation>引用第 %1 次调用的结果，但它不在之前</translation>
    </message>
    <message>
        <source>path with a number out of range</source>
        <translation>路径中的数字超出范围</translation>
    </message>
    <message>
        <source>invalid JSON</source>
        <translation>无效的 JSON</translation>
    </message>
    <message>
        <source>invalid JSON: %1</source>
        <translation>无效的 JSON：%1</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>必须是列表</translation>
    </message>
    <message>
        <source>&quot;mode&quot; must be &quot;call&quot;, &quot;stateful&quot; or &quot;save&quot;</source>
        <translation>“mode”必须是“call”、“stateful”或“save”</translation>
    </message>
    <message>
        <source>&quot;mode&quot; &quot;save&quot; needs a name in &quot;as&quot;</source>
        <translation>“mode”为“save”时需要“as”中的名称</translation>
    </message>
    <message>
        <source>&quot;include_return&quot; must be true or false</source>
        <translation>“include_return”必须是 true 或 false</translation>
    </message>
    <message>
        <source>%1: needs a string &quot;func&quot;</source>
        <translation>%1：需要字符串“func”</translation>
    </message>
    <message>
        <source>%1: &quot;func&quot; holds an invalid escape</source>
        <translation>%1：“func”含有无效的转义</translation>
    </message>
    <message>
        <source>%1: &quot;args&quot; must be a list</source>
        <translation>%1：“args”必须是列表</translation>
    </message>
    <message>
        <source>%1: contains no call</source>
        <translation>%1：不含任何调用</translation>
    </message>
    <message>
        <source>the code was edited</source>
        <translation>代码已被编辑</translation>
    </message>
    <message>
        <source>%1 expects %2 as argument %3, but got %4</source>
        <translation>%1 的参数 %3 应为 %2，但得到 %4</translation>
    </message>
    <message>
        <source>%1 expects %2 arguments, but got %3</source>
        <translation>%1 需要 %2 个参数，但得到 %3 个</translation>
    </message>
    <message>
        <source>%1 expects at least %2 arguments, but got %3</source>
        <translation>%1 至少需要 %2 个参数，但得到 %3 个</translation>
    </message>
    <message>
        <source>%1 expects %2 to %3 arguments, but got %4</source>
        <translation>%1 需要 %2 至 %3 个参数，但得到 %4 个</translation>
    </message>
    <message>
        <source>%1 expects a tensor on the CPU as argument %2</source>
        <translation>%1 的参数 %2 应为 CPU 上的张量</translation>
    </message>
    <message>
        <source>%1 expects a shape heap (int64, one dimension) as argument %2, but got a %3 tensor with %4 dimensions</source>
        <translation>%1 的参数 %2 应为形状堆（int64、一维），但得到 %4 维的 %3 张量</translation>
    </message>
    <message>
        <source>%1 expects a DataType as argument %2: %3</source>
        <translation>%1 的参数 %2 应为 DataType：%3</translation>
    </message>
    <message>
        <source>the VM (%vm)</source>
        <translation>VM（%vm）</translation>
    </message>
    <message>
        <source>%1 expects a closure or a Function, but got %2</source>
        <translation>%1 需要闭包或 Function，但得到 %2</translation>
    </message>
    <message>
        <source>%1 expects None, the lowered form of an effect, as argument 0, but got %2</source>
        <translation>%1 的参数 0 应为 None（副作用的降级形式），但得到 %2</translation>
    </message>
    <message>
        <source>%1: function %2 is neither in this process nor in a loaded library</source>
        <translation>%1：函数 %2 既不在本进程中，也不在已加载的库中</translation>
    </message>
    <message>
        <source>%1: functions written in Python exist only in TVM&apos;s Python process</source>
        <translation>%1：用 Python 编写的函数只存在于 TVM 的 Python 进程中</translation>
    </message>
    <message>
        <source>the format field &quot;%1&quot; is not a number</source>
        <translation>格式字段“%1”不是数字</translation>
    </message>
    <message>
        <source>%1 needs a CUDA device; this executable was built for a GPU and cannot run on the CPU</source>
        <translation>%1 需要 CUDA 设备；该可执行文件为 GPU 构建，不能在 CPU 上运行</translation>
    </message>
    <message>
        <source>a KV cache of attention_kv_cache_create</source>
        <translation>由 attention_kv_cache_create 创建的 KV 缓存</translation>
    </message>
    <message>
        <source>%1: a KV cache of %2 rows; the maximum is %3</source>
        <translation>%1：KV 缓存有 %2 行；最多 %3 行</translation>
    </message>
    <message>
        <source>%1: argument %2 is a %3 tensor, the KV cache holds %4</source>
        <translation>%1：参数 %2 是 %3 张量，KV 缓存的内容为 %4</translation>
    </message>
    <message>
        <source>%1: argument %2 has shape [%3], the rows of the KV cache [%4]</source>
        <translation>%1：参数 %2 的形状为 [%3]，KV 缓存各行的形状为 [%4]</translation>
    </message>
    <message>
        <source>%1 expects at least one dimension</source>
        <translation>%1 至少需要一维</translation>
    </message>
    <message>
        <source>%1: a KV cache cannot have elements of %2</source>
        <translation>%1：KV 缓存的元素不能是 %2</translation>
    </message>
    <message>
        <source>%1: %2 rows in use, capacity %3</source>
        <translation>%1：已用 %2 行，容量 %3 行</translation>
    </message>
    <message>
        <source>%1: %2 rows for the %3 in use</source>
        <translation>%1：%2 行，而在用的有 %3 行</translation>
    </message>
    <message>
        <source>%1: %2 sinks do not fit in a window of %3 rows</source>
        <translation>%1：%2 个 sink 放不进 %3 行的窗口</translation>
    </message>
    <message>
        <source>%1: %2 rows do not fit in a window of %3 with %4 sinks</source>
        <translation>%1：%2 行放不进有 %4 个 sink 的 %3 行窗口</translation>
    </message>
    <message>
        <source>%1: the cache already holds %2 rows, more than a window of %3</source>
        <translation>%1：缓存已有 %2 行，超过 %3 行的窗口</translation>
    </message>
    <message>
        <source>%1: the rows in use have shape [%2], not [%3]</source>
        <translation>%1：在用各行的形状为 [%2]，而不是 [%3]</translation>
    </message>
    <message>
        <source>%1: a cache of %2 rows cannot remove %3</source>
        <translation>%1：%2 行的缓存不能移除 %3 行</translation>
    </message>
    <message>
        <source>there is no sequence %1 in the KV cache</source>
        <translation>KV 缓存中没有序列 %1</translation>
    </message>
    <message>
        <source>%1 cannot be the id of a sequence: ids are not negative</source>
        <translation>%1 不能作为序列的 id：id 不为负</translation>
    </message>
    <message>
        <source>sequence %1 is already in the KV cache</source>
        <translation>序列 %1 已在 KV 缓存中</translation>
    </message>
    <message>
        <source>the KV cache holds %1 sequences, the limit</source>
        <translation>KV 缓存已有 %1 个序列，达到上限</translation>
    </message>
    <message>
        <source>sequence %1 of %2 tokens cannot be forked at position %3</source>
        <translation>有 %2 个 token 的序列 %1 不能在位置 %3 分叉</translation>
    </message>
    <message>
        <source>sequence %1 has a sliding window and can only be forked within its first %2 tokens, not at position %3</source>
        <translation>序列 %1 有滑动窗口，只能在前 %2 个 token 内分叉，不能在位置 %3</translation>
    </message>
    <message>
        <source>the KV cache is full: the fork needs a page and none is free</source>
        <translation>KV 缓存已满：分叉需要一页，但没有空闲页</translation>
    </message>
    <message>
        <source>sequence %1 of %2 tokens cannot remove its last %3</source>
        <translation>有 %2 个 token 的序列 %1 不能移除最后 %3 个</translation>
    </message>
    <message>
        <source>the KV cache is full: sequence %1 needs a page for the shared tokens to be removed, and none is free</source>
        <translation>KV 缓存已满：序列 %1 需要一页来移除共享的 token，但没有空闲页</translation>
    </message>
    <message>
        <source>a window of %1 tokens is out of range</source>
        <translation>%1 个 token 的窗口超出范围</translation>
    </message>
    <message>
        <source>a sink of %1 tokens does not fit in a window of %2</source>
        <translation>%1 个 token 的 sink 放不进 %2 个 token 的窗口</translation>
    </message>
    <message>
        <source>sequence %1 already has a window of %2 tokens</source>
        <translation>序列 %1 已有 %2 个 token 的窗口</translation>
    </message>
    <message>
        <source>sequence %1 shares its first %2 tokens, more than a window of %3</source>
        <translation>序列 %1 共享前 %2 个 token，超过 %3 个 token 的窗口</translation>
    </message>
    <message>
        <source>the KV cache is full: sequence %1 would get %2 tokens, but %3 of %4 pages (%5 tokens each) are free</source>
        <translation>KV 缓存已满：序列 %1 将得到 %2 个 token，但 %4 页（每页 %5 个 token）中只有 %3 页空闲</translation>
    </message>
    <message>
        <source>the KV cache was created without its function for %1</source>
        <translation>创建 KV 缓存时没有给出用于%1的函数</translation>
    </message>
    <message>
        <source>copying a page</source>
        <translation>复制页</translation>
    </message>
    <message>
        <source>attention to new tokens</source>
        <translation>对新 token 的注意力</translation>
    </message>
    <message>
        <source>attention to latent vectors</source>
        <translation>对隐向量的注意力</translation>
    </message>
    <message>
        <source>merging results</source>
        <translation>合并结果</translation>
    </message>
    <message>
        <source>splitting q, k and v</source>
        <translation>拆分 q、k、v</translation>
    </message>
    <message>
        <source>storing keys and values</source>
        <translation>存储键和值</translation>
    </message>
    <message>
        <source>storing latent vectors</source>
        <translation>存储隐向量</translation>
    </message>
    <message>
        <source>merging attention results</source>
        <translation>合并注意力结果</translation>
    </message>
    <message>
        <source>reading it back</source>
        <translation>读回</translation>
    </message>
    <message>
        <source>%1 expects a compact tensor as argument %2</source>
        <translation>%1 的参数 %2 应为紧凑张量</translation>
    </message>
    <message>
        <source>%1 expects compact tensors and a float32 one as argument %2</source>
        <translation>%1 需要紧凑张量，参数 %2 应为 float32</translation>
    </message>
    <message>
        <source>the draft tokens of sequence %1 were neither accepted nor dropped</source>
        <translation>序列 %1 的草稿 token 既未被接受也未被丢弃</translation>
    </message>
    <message>
        <source>the KV cache was created without support for sliding windows</source>
        <translation>创建 KV 缓存时没有启用滑动窗口</translation>
    </message>
    <message>
        <source>a forward step of more than %1 tokens, the prefill chunk of this KV cache</source>
        <translation>前向步超过 %1 个 token，即该 KV 缓存的预填充块大小</translation>
    </message>
    <message>
        <source>a KV cache with sliding windows does not support draft tokens</source>
        <translation>带滑动窗口的 KV 缓存不支持草稿 token</translation>
    </message>
    <message>
        <source>%1 sequence ids but %2 tokens</source>
        <translation>%1 个序列 id，但有 %2 个 token</translation>
    </message>
    <message>
        <source>duplicate sequence %1</source>
        <translation>序列 %1 重复</translation>
    </message>
    <message>
        <source>sequence %1 has no draft tokens</source>
        <translation>序列 %1 没有草稿 token</translation>
    </message>
    <message>
        <source>token %1 is not among the %2 draft tokens of sequence %3</source>
        <translation>token %1 不在序列 %3 的 %2 个草稿 token 之中</translation>
    </message>
    <message>
        <source>no forward step is active: call kv_state_begin_forward first</source>
        <translation>没有进行中的前向步：请先调用 kv_state_begin_forward</translation>
    </message>
    <message>
        <source>layer %1 does not exist: the KV cache has layers %2 to %3</source>
        <translation>层 %1 不存在：KV 缓存有层 %2 至 %3</translation>
    </message>
    <message>
        <source>argument %1 is a %2 tensor, the KV cache holds %3</source>
        <translation>参数 %1 是 %2 张量，KV 缓存的内容为 %3</translation>
    </message>
    <message>
        <source>argument %1 should have shape [%2], not [%3]</source>
        <translation>参数 %1 的形状应为 [%2]，而不是 [%3]</translation>
    </message>
    <message>
        <source>the sequences of the forward step have no cached tokens</source>
        <translation>前向步的序列没有缓存的 token</translation>
    </message>
    <message>
        <source>layer %1 stores latent vectors, not keys and values</source>
        <translation>层 %1 存储的是隐向量，而不是键和值</translation>
    </message>
    <message>
        <source>argument %1 has %2 tokens, the forward step has %3</source>
        <translation>参数 %1 有 %2 个 token，前向步有 %3 个</translation>
    </message>
    <message>
        <source>layer %1 stores keys and values, not latent vectors</source>
        <translation>层 %1 存储的是键和值，而不是隐向量</translation>
    </message>
    <message>
        <source>the KV cache was created without its function for merging attention results</source>
        <translation>创建 KV 缓存时没有给出用于合并注意力结果的函数</translation>
    </message>
    <message>
        <source>invalid range of tokens %1 to %2: sequence %3 has %4</source>
        <translation>token 范围 %1 至 %2 无效：序列 %3 有 %4 个</translation>
    </message>
    <message>
        <source>not all layers store latent vectors</source>
        <translation>并非所有层都存储隐向量</translation>
    </message>
    <message>
        <source>not all layers store the keys and values of all tokens</source>
        <translation>并非所有层都存储全部 token 的键和值</translation>
    </message>
    <message>
        <source>a paged KV cache</source>
        <translation>分页 KV 缓存</translation>
    </message>
    <message>
        <source>%1: %2 %3 is out of range (1 to %4)</source>
        <translation>%1：%2 %3 超出范围（1 至 %4）</translation>
    </message>
    <message>
        <source>%1 expects 5 or 6 numbers in argument 0, but got %2</source>
        <translation>%1 的参数 0 需要 5 或 6 个数字，但得到 %2 个</translation>
    </message>
    <message>
        <source>%1: %2 pages of %3 tokens exceed what this cache can index</source>
        <translation>%1：%2 页、每页 %3 个 token 超出该缓存可索引的范围</translation>
    </message>
    <message>
        <source>%1: layers in %2 groups; several groups need TVM&apos;s distributed runtime</source>
        <translation>%1：层分为 %2 组；多组需要 TVM 的分布式运行时</translation>
    </message>
    <message>
        <source>%1: invalid range of layers %2 to %3: there are %4</source>
        <translation>%1：层范围 %2 至 %3 无效：共有 %4 层</translation>
    </message>
    <message>
        <source>%1: layer %2 is of kind %3, which this engine does not support (0: heads, 1: latent, 3: heads with a window)</source>
        <translation>%1：层 %2 的种类为 %3，此引擎不支持（0：头，1：隐向量，3：带窗口的头）</translation>
    </message>
    <message>
        <source>%1: layers with latent vectors do not support sliding windows</source>
        <translation>%1：隐向量层不支持滑动窗口</translation>
    </message>
    <message>
        <source>%1: keys of width %2 and values of width %3 do not fit in the same pages</source>
        <translation>%1：宽度 %2 的键与宽度 %3 的值不能放入同样的页</translation>
    </message>
    <message>
        <source>%1: the transfer of a KV cache between hosts needs TVM&apos;s own runtime</source>
        <translation>%1：在主机之间传输 KV 缓存需要 TVM 自己的运行时</translation>
    </message>
    <message>
        <source>%1: rotary embedding mode %2; supported are 0, 1 and 2</source>
        <translation>%1：旋转位置编码模式 %2；支持 0、1 和 2</translation>
    </message>
    <message>
        <source>%1: factors of the rotary embedding fit mode 1, not %2</source>
        <translation>%1：旋转位置编码的系数适用于模式 1，而不是 %2</translation>
    </message>
    <message>
        <source>%1 expects the name of a backend in argument %2</source>
        <translation>%1 的参数 %2 应为后端名称</translation>
    </message>
    <message>
        <source>%1: argument %2 is a kernel of %3; only kernels of the executable itself run here, others need TVM&apos;s own runtime</source>
        <translation>%1：参数 %2 是 %3 的内核；此处只能运行可执行文件自身的内核，其他内核需要 TVM 自己的运行时</translation>
    </message>
    <message>
        <source>%1 expects a function in argument %2</source>
        <translation>%1 的参数 %2 应为函数</translation>
    </message>
    <message>
        <source>%1: argument 23 holds no function for merging results</source>
        <translation>%1：参数 23 中没有用于合并结果的函数</translation>
    </message>
    <message>
        <source>%1 expects functions in argument 23</source>
        <translation>%1 的参数 23 应为函数</translation>
    </message>
    <message>
        <source>an RNN state can only be forked at its end: sequence %1 has %2 tokens, not %3</source>
        <translation>RNN 状态只能在末尾分叉：序列 %1 有 %2 个 token，而不是 %3 个</translation>
    </message>
    <message>
        <source>cannot remove %1 tokens of sequence %2: its history holds %3</source>
        <translation>不能移除序列 %2 的 %1 个 token：其历史有 %3 个</translation>
    </message>
    <message>
        <source>sequence %1 cannot get %2 more tokens: its length would overflow</source>
        <translation>序列 %1 不能再增加 %2 个 token：其长度将溢出</translation>
    </message>
    <message>
        <source>layer %1 does not exist: the RNN state has %2 layers</source>
        <translation>层 %1 不存在：RNN 状态有 %2 层</translation>
    </message>
    <message>
        <source>state %1 does not exist: each layer has %2</source>
        <translation>状态 %1 不存在：每层有 %2 个</translation>
    </message>
    <message>
        <source>there is no sequence %1 in the RNN state</source>
        <translation>RNN 状态中没有序列 %1</translation>
    </message>
    <message>
        <source>sequence %1 is already in the RNN state</source>
        <translation>序列 %1 已在 RNN 状态中</translation>
    </message>
    <message>
        <source>the RNN state is full: its capacity is %1 sequences</source>
        <translation>RNN 状态已满：容量为 %1 个序列</translation>
    </message>
    <message>
        <source>%1 expects functions in argument %2</source>
        <translation>%1 的参数 %2 应为函数列表</translation>
    </message>
    <message>
        <source>%1: %2 functions in argument %3 for %4 states of a layer</source>
        <translation>%1：参数 %3 中有 %2 个函数，而每层有 %4 个状态</translation>
    </message>
    <message>
        <source>%1: %2 layers is out of range (1 to %3)</source>
        <translation>%1：%2 层超出范围（1 至 %3）</translation>
    </message>
    <message>
        <source>%1: %2 sequences is out of range (1 to %3)</source>
        <translation>%1：%2 个序列超出范围（1 至 %3）</translation>
    </message>
    <message>
        <source>%1: a history of %2 steps is out of range (1 to %3)</source>
        <translation>%1：%2 步的历史超出范围（1 至 %3）</translation>
    </message>
    <message>
        <source>%1 expects tensors in argument 5</source>
        <translation>%1 的参数 5 应为张量</translation>
    </message>
    <message>
        <source>%1: state %2 has no elements</source>
        <translation>%1：状态 %2 没有元素</translation>
    </message>
    <message>
        <source>%1: a state cannot have elements of %2</source>
        <translation>%1：状态的元素不能是 %2</translation>
    </message>
    <message>
        <source>%1: layers without a state</source>
        <translation>%1：层没有状态</translation>
    </message>
    <message>
        <source>an RNN state</source>
        <translation>RNN 状态</translation>
    </message>
    <message>
        <source>a KV state (a paged KV cache or an RNN state of this engine)</source>
        <translation>KV 状态（此引擎的分页 KV 缓存或 RNN 状态）</translation>
    </message>
    <message>
        <source>%1 sequence ids but %2 lengths</source>
        <translation>%1 个序列 id，但有 %2 个长度</translation>
    </message>
    <message>
        <source>a forward step needs at least one sequence</source>
        <translation>前向步至少需要一个序列</translation>
    </message>
    <message>
        <source>sequence %1 would get %2 tokens; at least 1 is needed</source>
        <translation>序列 %1 将得到 %2 个 token；至少需要 1 个</translation>
    </message>
    <message>
        <source>duplicate sequence %1 in the forward step</source>
        <translation>前向步中序列 %1 重复</translation>
    </message>
    <message>
        <source>%1: %2 parents, but the lengths add up to more tokens</source>
        <translation>%1：有 %2 个父节点，但各长度之和为更多 token</translation>
    </message>
    <message>
        <source>%1: token %2 has the parent %3: a tree that is not a chain; tree attention needs TVM&apos;s own runtime</source>
        <translation>%1：token %2 的父节点为 %3：树不是链；树注意力需要 TVM 自己的运行时</translation>
    </message>
    <message>
        <source>%1: %2 parents for %3 tokens</source>
        <translation>%1：%3 个 token 有 %2 个父节点</translation>
    </message>
    <message>
        <source>%1: a tensor of elements without bits</source>
        <translation>%1：张量的元素没有位宽</translation>
    </message>
    <message>
        <source>%1: a tensor of %2, whose element size kernels do not support, cannot be allocated</source>
        <translation>%1：无法分配 %2 的张量，内核不支持其元素大小</translation>
    </message>
    <message>
        <source>%1: storage allocation failure, attempted to allocate %2 bytes at offset %3 in a storage of %4 bytes</source>
        <translation>%1：存储分配失败，试图在 %4 字节的存储中于偏移 %3 处分配 %2 字节</translation>
    </message>
    <message>
        <source>%1: a tensor of %2 bytes cannot be viewed as one of %3 bytes</source>
        <translation>%1：%2 字节的张量不能视作 %3 字节的张量</translation>
    </message>
    <message>
        <source>%1 expects a compact tensor</source>
        <translation>%1 需要紧凑张量</translation>
    </message>
    <message>
        <source>%1: slot %2 is outside of the shape heap of %3 slots</source>
        <translation>%1：槽 %2 超出 %3 个槽的形状堆</translation>
    </message>
    <message>
        <source>%1: invalid slot count %2</source>
        <translation>%1：槽数 %2 无效</translation>
    </message>
    <message>
        <source>%1: a shape of %2 extents, but %3 slots</source>
        <translation>%1：形状有 %2 维，但有 %3 个槽</translation>
    </message>
    <message>
        <source>%1 does not take %2 tensors</source>
        <translation>%1 不接受 %2 个张量</translation>
    </message>
    <message>
        <source>%1: %2 pairs do not fit %3 arguments</source>
        <translation>%1：%2 个对与 %3 个参数不符</translation>
    </message>
    <message>
        <source>%1: pair %2 has the unknown code %3</source>
        <translation>%1：第 %2 对的代码 %3 未知</translation>
    </message>
    <message>
        <source>%1: unknown code %2</source>
        <translation>%1：未知的代码 %2</translation>
    </message>
    <message>
        <source>%1: extent %2 is %3</source>
        <translation>%1：第 %2 维的大小为 %3</translation>
    </message>
    <message>
        <source>%1 expects a one-dimensional tensor, but got %2 dimensions</source>
        <translation>%1 需要一维张量，但得到 %2 维</translation>
    </message>
    <message>
        <source>%1 expects an int64, int32 or int16 tensor, but got %2</source>
        <translation>%1 需要 int64、int32 或 int16 张量，但得到 %2</translation>
    </message>
    <message>
        <source>one of the distributed runtime builtins, which only TVM&apos;s own runtime has</source>
        <translation>属于分布式运行时的内建函数，只有 TVM 自己的运行时才有</translation>
    </message>
    <message>
        <source>one of the %1 builtins, which only TVM&apos;s own runtime has</source>
        <translation>属于 %1 内建函数，只有 TVM 自己的运行时才有</translation>
    </message>
    <message>
        <source>a builtin this engine does not support</source>
        <translation>此引擎不支持的内建函数</translation>
    </message>
    <message>
        <source>%1: axis %2 is out of range for a tensor with %3 dimensions</source>
        <translation>%1：轴 %2 超出 %3 维张量的范围</translation>
    </message>
    <message>
        <source>%1 expects an integer or bool tensor, but got %2</source>
        <translation>%1 需要整数或布尔张量，但得到 %2</translation>
    </message>
    <message>
        <source>%1 expects one element, but got a tensor of shape [%2]</source>
        <translation>%1 需要一个元素，但得到形状为 [%2] 的张量</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>Cannot find function %1 in the imported modules or global registry; load it with --load</source>
        <translation>在导入的模块和全局注册表中找不到函数 %1；请用 --load 加载</translation>
    </message>
    <message>
        <source>native code failed without an error message</source>
        <translation>本机代码失败，且没有错误信息</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>an exception of unknown type was thrown</source>
        <translation>抛出了未知类型的异常</translation>
    </message>
    <message>
        <source>%1 was called outside of a VM</source>
        <translation>%1 在 VM 之外被调用</translation>
    </message>
    <message>
        <source>the VM of this %1 no longer exists</source>
        <translation>此 %1 的 VM 已不存在</translation>
    </message>
    <message>
        <source>the file has changed since it was opened</source>
        <translation>文件自打开后已更改</translation>
    </message>
    <message>
        <source>it is late-bound</source>
        <translation>它是后期绑定的</translation>
    </message>
    <message>
        <source>its value is unknown</source>
        <translation>其值未知</translation>
    </message>
    <message>
        <source>no memory for it</source>
        <translation>没有足够的内存</translation>
    </message>
    <message>
        <source>the VM of this closure no longer exists</source>
        <translation>此闭包的 VM 已不存在</translation>
    </message>
    <message>
        <source>Invoking function %1 expects %2 arguments (%3), but %4 arguments were provided.</source>
        <translation>调用函数 %1 需要 %2 个参数（%3），但给出了 %4 个。</translation>
    </message>
    <message>
        <source>the VM of this function no longer exists</source>
        <translation>此函数的 VM 已不存在</translation>
    </message>
    <message>
        <source>%1 cannot be called: another thread is calling this VM; use one VM per thread</source>
        <translation>不能调用 %1：另一个线程正在调用此 VM；请每个线程使用一个 VM</translation>
    </message>
    <message>
        <source>the call was stopped on request</source>
        <translation>调用已按请求停止</translation>
    </message>
    <message>
        <source>the call reached the limit of %1 instructions</source>
        <translation>调用达到 %1 条指令的上限</translation>
    </message>
    <message>
        <source>%1 holds no executable</source>
        <translation>%1 中没有可执行文件</translation>
    </message>
    <message>
        <source>the executable is damaged: %1</source>
        <translation>可执行文件已损坏：%1</translation>
    </message>
    <message>
        <source>no memory for the executable</source>
        <translation>没有足够的内存用于可执行文件</translation>
    </message>
    <message>
        <source>%1. Kernels are in the library that the executable was exported with, but no library is open</source>
        <translation>%1。内核位于与可执行文件一同导出的库中，但没有打开任何库</translation>
    </message>
    <message>
        <source>missing function: %1</source>
        <translation>缺少函数：%1</translation>
    </message>
    <message>
        <source>missing functions: %1</source>
        <translation>缺少函数：%1</translation>
    </message>
    <message>
        <source>%1; and %2 more</source>
        <translation>%1；另有 %2 个</translation>
    </message>
    <message>
        <source>calling %1 would exceed the limit of %2 nested calls</source>
        <translation>调用 %1 将超过 %2 层嵌套调用的上限</translation>
    </message>
    <message>
        <source>calling %1 needs %2 registers, more than the register stack has free</source>
        <translation>调用 %1 需要 %2 个寄存器，超过寄存器栈的空闲数</translation>
    </message>
    <message>
        <source>the condition of If, register %1, is neither an integer nor a bool but %2</source>
        <translation>If 的条件（寄存器 %1）既不是整数也不是布尔值，而是 %2</translation>
    </message>
    <message>
        <source>control fell through the end of a function</source>
        <translation>控制流越过了函数末尾</translation>
    </message>
    <message>
        <source>cannot reserve %1 bytes for registers: %2</source>
        <translation>无法为寄存器保留 %1 字节：%2</translation>
    </message>
    <message>
        <source>kernel workspace exists only on the CPU</source>
        <translation>内核工作区只存在于 CPU 上</translation>
    </message>
    <message>
        <source>no memory for a kernel&apos;s workspace</source>
        <translation>没有足够的内存用于内核工作区</translation>
    </message>
    <message>
        <source>a kernel freed a workspace that it does not own</source>
        <translation>内核释放了不属于它的工作区</translation>
    </message>
    <message>
        <source>this program was built for tvm-ffi %1.%2.%3, but libtvm_ffi here is %4.%5.%6</source>
        <translation>本程序为 tvm-ffi %1.%2.%3 构建，但此处的 libtvm_ffi 为 %4.%5.%6</translation>
    </message>
    <message>
        <source>tvm-ffi does not accept the context symbol %1</source>
        <translation>tvm-ffi 不接受上下文符号 %1</translation>
    </message>
    <message>
        <source>context symbol %1 is not provided (usually %2)</source>
        <translation>没有提供上下文符号 %1（%2）</translation>
    </message>
    <message>
        <source>symbol %1 is not provided (usually %2)</source>
        <translation>没有提供符号 %1（%2）</translation>
    </message>
    <message>
        <source>in another release of libtvm_ffi</source>
        <translation>通常在 libtvm_ffi 的其他版本中</translation>
    </message>
    <message>
        <source>in another release of TVM&apos;s own runtime</source>
        <translation>通常在 TVM 自己运行时的其他版本中</translation>
    </message>
    <message>
        <source>calls through closures and compiled functions nest too deeply for the native stack</source>
        <translation>经由闭包和已编译函数的调用嵌套过深，超出本机栈</translation>
    </message>
    <message>
        <source>%1 failed with code %2</source>
        <translation>%1 失败，代码 %2</translation>
    </message>
    <message>
        <source>%1 returned a tensor that is not one of its arguments</source>
        <translation>%1 返回的张量不是其参数之一</translation>
    </message>
    <message>
        <source>%1 returned a value of type code %2, which only its TVM release supports</source>
        <translation>%1 返回类型代码为 %2 的值，只有其 TVM 版本支持</translation>
    </message>
    <message>
        <source>a kernel calls %1, which is neither in its library nor in this engine%2</source>
        <translation>内核调用了 %1，它既不在其库中，也不在此引擎中%2</translation>
    </message>
    <message>
        <source>argument %1 of a kernel&apos;s call has type code %2</source>
        <translation>内核调用的参数 %1 的类型代码为 %2</translation>
    </message>
    <message>
        <source>a kernel called a function that returned an object</source>
        <translation>内核调用了返回对象的函数</translation>
    </message>
    <message>
        <source>the temporary folders are mounted noexec</source>
        <translation>临时文件夹以 noexec 挂载</translation>
    </message>
    <message>
        <source>%1: cannot make a private copy (%2); set TMPDIR to a folder for it</source>
        <translation>%1：无法创建私有副本（%2）；请将 TMPDIR 设为可用的文件夹</translation>
    </message>
    <message>
        <source>%1: cannot be loaded</source>
        <translation>%1：无法加载</translation>
    </message>
    <message>
        <source>cannot be loaded</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>a storage of %1 bytes would exceed the memory limit of %2 bytes; %3 are in use</source>
        <translation>%1 字节的存储将超过 %2 字节的内存限制；已用 %3 字节</translation>
    </message>
    <message>
        <source>extent %1 of a tensor is %2</source>
        <translation>张量第 %1 维的大小为 %2</translation>
    </message>
    <message>
        <source>%1: extent %2, slot s%3 of the shape heap, is %4</source>
        <translation>%1：第 %2 维（形状堆的槽 s%3）的大小为 %4</translation>
    </message>
    <message>
        <source>an extent of its shape is %1</source>
        <translation>其形状的某一维大小为 %1</translation>
    </message>
    <message>
        <source>an extent of its shape, %1, is %2</source>
        <translation>其形状的某一维 %1 的大小为 %2</translation>
    </message>
    <message>
        <source>the bytes of a storage, %1, are %2</source>
        <translation>存储的字节数 %1 为 %2</translation>
    </message>
    <message>
        <source>the extent %1 of an argument is %2</source>
        <translation>参数的维度 %1 为 %2</translation>
    </message>
    <message>
        <source>a tensor of %1 bytes at offset %2 does not fit into the storage of pc %3 with %4 bytes</source>
        <translation>偏移 %2 处 %1 字节的张量放不进 pc %3 处 %4 字节的存储</translation>
    </message>
    <message>
        <source>a tensor&apos;s size overflows</source>
        <translation>张量大小溢出</translation>
    </message>
    <message>
        <source>a tensor without data was given</source>
        <translation>给出的张量没有数据</translation>
    </message>
    <message>
        <source>a strided tensor of elements smaller than a byte cannot be copied</source>
        <translation>元素小于一字节的带步长张量不能复制</translation>
    </message>
    <message>
        <source>%1 instructions exceed the engine&apos;s limit</source>
        <translation>%1 条指令超过引擎的上限</translation>
    </message>
    <message>
        <source>%1 words of code exceed the engine&apos;s limit</source>
        <translation>%1 个字的代码超过引擎的上限</translation>
    </message>
    <message>
        <source>the engine does not run code of %1</source>
        <translation>引擎不运行 %1 的代码</translation>
    </message>
    <message>
        <source>%1 expects a Tensor, but got %2</source>
        <translation>%1 需要 Tensor，但得到 %2</translation>
    </message>
    <message>
        <source>%1 expects an element, but got an empty tensor</source>
        <translation>%1 需要一个元素，但得到空张量</translation>
    </message>
    <message>
        <source>%1 expects a tensor on the CPU</source>
        <translation>%1 需要 CPU 上的张量</translation>
    </message>
    <message>
        <source>%1 expects an integer, but got %2</source>
        <translation>%1 需要整数，但得到 %2</translation>
    </message>
    <message>
        <source>%1: a shape is int32 or int64, not %2</source>
        <translation>%1：形状应为 int32 或 int64，而不是 %2</translation>
    </message>
    <message>
        <source>%1: a shape has one dimension, not %2</source>
        <translation>%1：形状应为一维，而不是 %2 维</translation>
    </message>
    <message>
        <source>%1: a shape of %2 dimensions, but the maximum is %3</source>
        <translation>%1：形状有 %2 维，最多 %3 维</translation>
    </message>
    <message>
        <source>%1: a shape must be a compact tensor</source>
        <translation>%1：形状必须是紧凑张量</translation>
    </message>
    <message>
        <source>alloc_storage: cannot allocate a storage of %1 bytes</source>
        <translation>alloc_storage：无法分配 %1 字节的存储</translation>
    </message>
    <message>
        <source>get_field: field %1 of an object with %2</source>
        <translation>get_field：对象有 %2 个字段，却取字段 %1</translation>
    </message>
    <message>
        <source>reshape_tensor: a tensor of %1 bytes cannot be viewed as one of %2 bytes</source>
        <translation>reshape_tensor：%1 字节的张量不能视作 %2 字节的张量</translation>
    </message>
    <message>
        <source>reshape_tensor expects a compact tensor</source>
        <translation>reshape_tensor 需要紧凑张量</translation>
    </message>
    <message>
        <source>invoke_closure: the closure belongs to another executable</source>
        <translation>invoke_closure：该闭包属于另一个可执行文件</translation>
    </message>
    <message>
        <source>invoke_packed: kernels take Tensors, but value %1 for this one is %2</source>
        <translation>invoke_packed：内核接受 Tensor，但其第 %1 个值为 %2</translation>
    </message>
    <message>
        <source>VM encountered fatal error: no case of a match applies</source>
        <translation>VM 遇到致命错误：match 没有适用的分支</translation>
    </message>
    <message>
        <source>instruction %1 of %2 has an unknown opcode</source>
        <translation>%2 的第 %1 条指令的操作码未知</translation>
    </message>
    <message>
        <source>%1:%2: %3 is of device type %4, which this engine does not support for Relay programs</source>
        <translation>%1:%2：%3 的设备类型为 %4，此引擎不支持 Relay 程序使用它</translation>
    </message>
    <message>
        <source>vectors of %1 cannot be passed</source>
        <translation>%1 的向量不能传递</translation>
    </message>
    <message>
        <source>refers to a call that did not run</source>
        <translation>引用了没有执行的调用</translation>
    </message>
    <message>
        <source>a tensor on device type %1, which cannot be read here</source>
        <translation>设备类型 %1 上的张量，此处无法读取</translation>
    </message>
    <message>
        <source>it consists of more than %1 values, too many to return</source>
        <translation>它由超过 %1 个值组成，过多而无法返回</translation>
    </message>
    <message>
        <source>it repeats the same tensors and strings in more than %1 bytes</source>
        <translation>它重复同样的张量和字符串，超过 %1 字节</translation>
    </message>
    <message>
        <source>no memory for the value</source>
        <translation>没有足够的内存用于该值</translation>
    </message>
    <message>
        <source>path into a result that is not a tuple</source>
        <translation>路径指向的结果不是元组</translation>
    </message>
    <message>
        <source>path: field %1 of a tuple of %2</source>
        <translation>路径：%2 个字段的元组的字段 %1</translation>
    </message>
    <message>
        <source>Relay VM executables do not support instruments: calls cannot be observed or skipped</source>
        <translation>Relay VM 可执行文件不支持插桩：调用不能被观察或跳过</translation>
    </message>
    <message>
        <source>%1 is a packed function; only functions of the executable can be called</source>
        <translation>%1 是打包函数；只能调用可执行文件的函数</translation>
    </message>
    <message>
        <source>the executable has no function %1</source>
        <translation>可执行文件没有函数 %1</translation>
    </message>
    <message>
        <source>%1 has no parameter %2</source>
        <translation>%1 没有参数 %2</translation>
    </message>
    <message>
        <source>parameter %1 of %2 has no name</source>
        <translation>%2 的参数 %1 没有名称</translation>
    </message>
    <message>
        <source>%1 expects a closure and its arguments</source>
        <translation>%1 需要闭包及其参数</translation>
    </message>
    <message>
        <source>%1 is not a closure</source>
        <translation>%1 不是闭包</translation>
    </message>
    <message>
        <source>%1 is a function of the executable; save under another name</source>
        <translation>%1 是可执行文件的函数；请以其他名称保存</translation>
    </message>
    <message>
        <source>the instrument&apos;s factory %1 is neither a global function nor a function of a loaded library</source>
        <translation>插桩工厂 %1 既不是全局函数，也不是已加载库的函数</translation>
    </message>
    <message>
        <source>the instrument&apos;s factory %1 failed: %2</source>
        <translation>插桩工厂 %1 失败：%2</translation>
    </message>
    <message>
        <source>the instrument&apos;s factory %1 returned %2, which is not a function</source>
        <translation>插桩工厂 %1 返回 %2，它不是函数</translation>
    </message>
    <message>
        <source>%1 cannot be skipped: no instruction of the executable calls it</source>
        <translation>不能跳过 %1：可执行文件中没有指令调用它</translation>
    </message>
    <message>
        <source>no inputs of %1 were set; use `set_input` first</source>
        <translation>没有设置 %1 的输入；请先使用 `set_input`</translation>
    </message>
    <message>
        <source>%1 has no output yet; use `invoke_stateful` first</source>
        <translation>%1 还没有输出；请先使用 `invoke_stateful`</translation>
    </message>
    <message>
        <source>the output of %1 at this index is not a tuple</source>
        <translation>%1 在此索引处的输出不是元组</translation>
    </message>
    <message>
        <source>output of %1: index %2 of a tuple with %3 fields</source>
        <translation>%1 的输出：%3 个字段的元组的索引 %2</translation>
    </message>
    <message>
        <source>kernels that compiled code calls between two builtins are recorded as one event</source>
        <translation>已编译代码在两个内建函数之间调用的内核记录为一个事件</translation>
    </message>
    <message>
        <source>its memory limit was reached</source>
        <translation>达到其内存限制</translation>
    </message>
    <message>
        <source>its stack overflowed</source>
        <translation>其栈溢出</translation>
    </message>
    <message>
        <source>access through a null pointer</source>
        <translation>通过空指针访问</translation>
    </message>
    <message>
        <source>access to unmapped memory</source>
        <translation>访问未映射的内存</translation>
    </message>
    <message>
        <source>native code called abort()</source>
        <translation>本机代码调用了 abort()</translation>
    </message>
    <message>
        <source>an arithmetic fault such as a division by zero</source>
        <translation>算术错误，例如除以零</translation>
    </message>
    <message>
        <source>native code ended the process by %1(%2)</source>
        <translation>本机代码以 %1(%2) 结束了进程</translation>
    </message>
    <message>
        <source>an uncaught exception</source>
        <translation>未捕获的异常</translation>
    </message>
    <message>
        <source>an uncaught exception: %1</source>
        <translation>未捕获的异常：%1</translation>
    </message>
    <message>
        <source>an uncaught exception of type %1</source>
        <translation>未捕获的 %1 类型异常</translation>
    </message>
    <message>
        <source>%1 has changed since it was opened: its SHA-256 is %2..., not %3...</source>
        <translation>%1 自打开后已更改：其 SHA-256 为 %2…，而不是 %3…</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached</source>
        <translation>达到 %1 秒的时间限制</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached, and native code did not return</source>
        <translation>达到 %1 秒的时间限制，且本机代码没有返回</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached before the worker&apos;s greeting; the worker was killed</source>
        <translation>在工作进程问候之前达到 %1 秒的时限；工作进程已被终止</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached while files were offered to the worker; the worker was killed</source>
        <translation>在向工作进程提供文件时达到 %1 秒的时限；工作进程已被终止</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached while the worker loaded the file; the worker was killed</source>
        <translation>在工作进程加载文件时达到 %1 秒的时限；工作进程已被终止</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached while the worker ran; the worker was killed</source>
        <translation>在工作进程运行时达到 %1 秒的时限；工作进程已被终止</translation>
    </message>
    <message>
        <source>the worker took nothing of the files sent to it for %1 s and was killed</source>
        <translation>工作进程在 %1 秒内没有接收发送给它的文件，已被终止</translation>
    </message>
    <message>
        <source>call %1 has an unknown mode</source>
        <translation>第 %1 次调用的模式未知</translation>
    </message>
    <message>
        <source>refers to the result of call %1, which has not run</source>
        <translation>引用尚未执行的第 %1 次调用的结果</translation>
    </message>
    <message>
        <source>a run without a loaded file</source>
        <translation>没有加载文件就运行</translation>
    </message>
    <message>
        <source>at most %1 runs can be measured at once</source>
        <translation>一次最多测量 %1 次运行</translation>
    </message>
    <message>
        <source>calls of %1 were not run</source>
        <translation>没有运行对 %1 的调用</translation>
    </message>
    <message>
        <source>the instrument %1 observed the calls; its time is excluded</source>
        <translation>插桩 %1 观察了调用；其时间不计入</translation>
    </message>
    <message>
        <source>cannot start a thread</source>
        <translation>无法启动线程</translation>
    </message>
    <message>
        <source>the memory limit of %1 MiB is reached</source>
        <translation>达到 %1 MiB 的内存限制</translation>
    </message>
    <message>
        <source>not enough memory for the answer</source>
        <translation>没有足够的内存用于应答</translation>
    </message>
    <message>
        <source>native code closed the worker&apos;s output</source>
        <translation>本机代码关闭了工作进程的输出</translation>
    </message>
    <message>
        <source>not enough memory for the host&apos;s message</source>
        <translation>没有足够的内存用于主机的消息</translation>
    </message>
    <message>
        <source>the host violated the protocol: %1</source>
        <translation>主机违反协议：%1</translation>
    </message>
    <message>
        <source>the worker violated the protocol: %1</source>
        <translation>工作进程违反协议：%1</translation>
    </message>
    <message>
        <source>%1: the file changed while it was read</source>
        <translation>%1：文件在读取期间发生了变化</translation>
    </message>
    <message>
        <source>%1: the file changed while it was sent to the worker</source>
        <translation>%1：文件在发送给工作进程期间发生了变化</translation>
    </message>
    <message>
        <source>%1 has protocol %2, and %3 has protocol %4; install the release of %5 in place of %6</source>
        <translation>%1 使用协议 %2，%3 使用协议 %4；请安装 %5 的发行版以替换 %6</translation>
    </message>
    <message>
        <source>the peer</source>
        <translation>对方</translation>
    </message>
    <message>
        <source>it asks for a file that was not offered</source>
        <translation>它请求了未提供的文件</translation>
    </message>
    <message>
        <source>it asks for a file twice</source>
        <translation>它重复请求同一文件</translation>
    </message>
    <message>
        <source>unexpected WantedFiles</source>
        <translation>意外的 WantedFiles</translation>
    </message>
    <message>
        <source>%1; %2 receives no files, so each must be on its host under the same path</source>
        <translation>%1；%2 不接收文件，因此每个文件必须在其主机上位于相同路径</translation>
    </message>
    <message>
        <source>cancelled while files were sent to the worker</source>
        <translation>在向工作进程发送文件时取消</translation>
    </message>
    <message>
        <source>no greeting in 64 KiB of output</source>
        <translation>输出的 64 KiB 中没有问候</translation>
    </message>
    <message>
        <source>the worker command is not a RelaxScope worker (%1)</source>
        <translation>工作进程命令不是 RelaxScope 工作进程（%1）</translation>
    </message>
    <message>
        <source>the worker ended with exit code %1 before its greeting; its output begins &quot;%2&quot;</source>
        <translation>工作进程在问候之前以退出码 %1 结束；其输出开头为“%2”</translation>
    </message>
    <message>
        <source>the worker was terminated before its greeting: %1; its output begins &quot;%2&quot;</source>
        <translation>工作进程在问候之前被终止：%1；其输出开头为“%2”</translation>
    </message>
    <message>
        <source>it was removed from the store as soon as it was received</source>
        <translation>它刚收到就从存储中被删除</translation>
    </message>
    <message>
        <source>not a SHA-256: %1</source>
        <translation>不是 SHA-256：%1</translation>
    </message>
    <message>
        <source>not an absolute path of a file: %1</source>
        <translation>不是文件的绝对路径：%1</translation>
    </message>
    <message>
        <source>%1 files are offered, at most %2 are allowed</source>
        <translation>提供了 %1 个文件，最多允许 %2 个</translation>
    </message>
    <message>
        <source>%1: its parts came out of order</source>
        <translation>%1：其各部分的顺序不正确</translation>
    </message>
    <message>
        <source>the files of the run have %1 bytes, and the worker&apos;s store holds at most %2 (RELAXSCOPE_STORE_LIMIT)</source>
        <translation>运行所需的文件共 %1 字节，而工作进程的存储最多容纳 %2 字节（RELAXSCOPE_STORE_LIMIT）</translation>
    </message>
    <message>
        <source>cannot make %1 private: %2</source>
        <translation>无法将 %1 设为私有：%2</translation>
    </message>
    <message>
        <source>cannot write in %1: %2</source>
        <translation>无法在 %1 中写入：%2</translation>
    </message>
    <message>
        <source>cannot create %1: %2</source>
        <translation>无法创建 %1：%2</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>the worker has no folder for files: neither $XDG_CACHE_HOME nor $TMPDIR can be written</source>
        <translation>工作进程没有存放文件的文件夹：$XDG_CACHE_HOME 和 $TMPDIR 均不可写</translation>
    </message>
    <message>
        <source>%1 is not a folder of this user</source>
        <translation>%1 不是该用户的文件夹</translation>
    </message>
    <message>
        <source>%1 is on a file system without executable files</source>
        <translation>%1 位于不允许可执行文件的文件系统上</translation>
    </message>
    <message>
        <source>a file of %1 bytes was announced, and more came</source>
        <translation>声明的文件为 %1 字节，但收到的更多</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>the file arrived damaged: its SHA-256 is %1, not %2</source>
        <translation>文件到达时已损坏：其 SHA-256 为 %1，而非 %2</translation>
    </message>
    <message>
        <source>the host sent a part of a file that was not wanted</source>
        <translation>主机发送了未请求的文件部分</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>cancelled, and native code did not return</source>
        <translation>已取消，且本机代码没有返回</translation>
    </message>
    <message>
        <source>cancelled; the worker did not answer within 2 s and was killed</source>
        <translation>已取消；工作进程在 2 秒内没有响应，已被终止</translation>
    </message>
    <message>
        <source>the run exceeded its memory limit of %1</source>
        <translation>运行超过 %1 的内存限制</translation>
    </message>
    <message>
        <source>the memory limit of %1 is reached</source>
        <translation>达到 %1 的内存限制</translation>
    </message>
    <message>
        <source>the worker command is not a RelaxScope worker (%1); its output begins &quot;%2&quot;</source>
        <translation>工作进程命令不是 RelaxScope 工作进程（%1）；其输出开头为“%2”</translation>
    </message>
    <message>
        <source>the worker was terminated while it loaded the file: %1</source>
        <translation>工作进程在加载文件时被终止：%1</translation>
    </message>
    <message>
        <source>the worker ended with exit code %1 while it loaded the file</source>
        <translation>工作进程在加载文件时以退出代码 %1 结束</translation>
    </message>
    <message>
        <source>the worker was terminated while it ran: %1</source>
        <translation>工作进程在运行时被终止：%1</translation>
    </message>
    <message>
        <source>the events since the last hand-over are lost</source>
        <translation>上次移交之后的事件已丢失</translation>
    </message>
    <message>
        <source>%1; the events since the last hand-over are lost</source>
        <translation>%1；上次移交之后的事件已丢失</translation>
    </message>
    <message>
        <source>the worker ended with exit code %1 while it ran</source>
        <translation>工作进程在运行时以退出代码 %1 结束</translation>
    </message>
    <message>
        <source>the worker was terminated before its greeting: %1</source>
        <translation>工作进程在问候之前被终止：%1</translation>
    </message>
    <message>
        <source>the worker ended with exit code %1 before its greeting</source>
        <translation>工作进程在问候之前以退出代码 %1 结束</translation>
    </message>
    <message>
        <source>the worker was terminated: %1</source>
        <translation>工作进程被终止：%1</translation>
    </message>
    <message>
        <source>the worker ended with exit code %1</source>
        <translation>工作进程以退出代码 %1 结束</translation>
    </message>
    <message>
        <source>the worker cannot be started: %1</source>
        <translation>无法启动工作进程：%1</translation>
    </message>
    <message>
        <source>it sent no greeting in time</source>
        <translation>它没有及时问候</translation>
    </message>
    <message>
        <source>the NVIDIA driver library libcuda.so.1 was not found</source>
        <translation>找不到 NVIDIA 驱动库 libcuda.so.1</translation>
    </message>
    <message>
        <source>libcuda.so.1 lacks functions of the driver API</source>
        <translation>libcuda.so.1 缺少驱动 API 的函数</translation>
    </message>
    <message>
        <source>the NVIDIA driver cannot be initialized (cuInit returns %1)</source>
        <translation>无法初始化 NVIDIA 驱动（cuInit 返回 %1）</translation>
    </message>
    <message>
        <source>the NVIDIA driver reports no GPU</source>
        <translation>NVIDIA 驱动没有报告 GPU</translation>
    </message>
    <message>
        <source>device %1: &quot;%2&quot; is not a device number</source>
        <translation>设备 %1：“%2”不是设备编号</translation>
    </message>
    <message>
        <source>device %1: host devices are cpu to cpu:%2</source>
        <translation>设备 %1：主机设备为 cpu 至 cpu:%2</translation>
    </message>
    <message>
        <source>device %1 cannot be used: %2</source>
        <translation>设备 %1 不能使用：%2</translation>
    </message>
    <message>
        <source>allocator %1: use pooled or naive</source>
        <translation>分配器 %1：请使用 pooled 或 naive</translation>
    </message>
    <message>
        <source>the profile has no unrecorded runs</source>
        <translation>性能记录没有未记录的运行</translation>
    </message>
    <message>
        <source>%1 pairs of runs are fewer than the %2 that an interval needs</source>
        <translation>%1 对运行少于区间所需的 %2 对</translation>
    </message>
    <message>
        <source>a run is too short for the clock</source>
        <translation>运行对时钟而言过短</translation>
    </message>
    <message>
        <source>the block of a profile is executed once</source>
        <translation>性能记录的代码块只执行一次</translation>
    </message>
    <message>
        <source>there are too few pairs of recorded and unrecorded runs</source>
        <translation>记录与未记录运行的对数过少</translation>
    </message>
    <message>
        <source>the cost of its events does not explain what recording adds</source>
        <translation>其事件的开销不能解释记录带来的增量</translation>
    </message>
    <message>
        <source>recording costs more than the runs take</source>
        <translation>记录的开销超过运行本身</translation>
    </message>
    <message>
        <source>%1; files are limited to %2</source>
        <translation>%1；文件大小限制为 %2</translation>
    </message>
    <message>
        <source>a correction would make the time of %1 negative</source>
        <translation>校正会使 %1 的时间为负</translation>
    </message>
    <message>
        <source>stopped in %1</source>
        <translation>在 %1 停止</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1 (in %2, call %3)</source>
        <translation>%1（%2 中，调用 %3）</translation>
    </message>
    <message>
        <source>%1 (in %2)</source>
        <translation>%1（%2 中）</translation>
    </message>
    <message>
        <source>%1 (at the step &quot;%2&quot;)</source>
        <translation>%1（步骤“%2”）</translation>
    </message>
    <message>
        <source>stopped in %1, call %2</source>
        <translation>在 %1 停止，调用 %2</translation>
    </message>
    <message>
        <source>stopped at the step &quot;%1&quot;</source>
        <translation>在步骤“%1”停止</translation>
    </message>
    <message>
        <source>the worker was killed by %1</source>
        <translation>工作进程被 %1 终止</translation>
    </message>
    <message>
        <source>the worker was killed by %1: %2</source>
        <translation>工作进程被 %1 终止：%2</translation>
    </message>
    <message>
        <source>the worker was killed by %1 in %2</source>
        <translation>工作进程被 %1 终止，在 %2 中</translation>
    </message>
    <message>
        <source>the worker was killed by %1 in %2: %3</source>
        <translation>工作进程被 %1 终止，在 %2 中：%3</translation>
    </message>
    <message>
        <source>the worker was killed by %1 in %2, call %3</source>
        <translation>工作进程被 %1 终止，在 %2 中，调用 %3</translation>
    </message>
    <message>
        <source>the worker was killed by %1 in %2, call %3: %4</source>
        <translation>工作进程被 %1 终止，在 %2 中，调用 %3：%4</translation>
    </message>
    <message>
        <source>the worker was killed by %1 while it loaded the file</source>
        <translation>工作进程在加载文件时被 %1 终止</translation>
    </message>
    <message>
        <source>the worker was killed by %1 while it loaded the file (killed externally, possibly out of memory)</source>
        <translation>工作进程在加载文件时被 %1 终止（外部终止，可能内存不足）</translation>
    </message>
    <message>
        <source>the worker was killed by %1 while it ran</source>
        <translation>工作进程在运行时被 %1 终止</translation>
    </message>
    <message>
        <source>the worker was killed by %1 while it ran (killed externally, possibly out of memory)</source>
        <translation>工作进程在运行时被 %1 终止（外部终止，可能内存不足）</translation>
    </message>
    <message>
        <source>the worker was killed by %1 before its greeting</source>
        <translation>工作进程在问候之前被 %1 终止</translation>
    </message>
    <message>
        <source>the worker was killed by %1 before its greeting (killed externally, possibly out of memory)</source>
        <translation>工作进程在问候之前被 %1 终止（外部终止，可能内存不足）</translation>
    </message>
    <message>
        <source>%1 expects at least 3 arguments, but got %2</source>
        <translation>%1 至少需要 3 个参数，但得到 %2 个</translation>
    </message>
    <message>
        <source>a forward step of the KV cache needs more room than computed</source>
        <translation>KV 缓存的前向步需要比预计更多的空间</translation>
    </message>
    <message>
        <source>a forward step of %1 sequences whose pages fill arrays of %2 numbers</source>
        <translation>前向步有 %1 个序列，其页填满 %2 个数字的数组</translation>
    </message>
    <message>
        <source>tokens of a layer&apos;s window</source>
        <translation>层窗口的 token 数</translation>
    </message>
    <message>
        <source>elements of a key</source>
        <translation>键的元素数</translation>
    </message>
    <message>
        <source>elements of a value</source>
        <translation>值的元素数</translation>
    </message>
    <message>
        <source>heads of keys and values</source>
        <translation>键和值的头数</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>查询头数</translation>
    </message>
    <message>
        <source>tokens of a forward step</source>
        <translation>前向步的 token 数</translation>
    </message>
    <message>
        <source>tokens of a page</source>
        <translation>每页的 token 数</translation>
    </message>
    <message>
        <source>function lookup</source>
        <translation>查找函数</translation>
    </message>
    <message>
        <source>open the library</source>
        <translation>打开库</translation>
    </message>
    <message>
        <source>read and verify</source>
        <translation>读取并校验</translation>
    </message>
    <message>
        <source>a Tensor, a number or a string</source>
        <translation>Tensor、数字或字符串</translation>
    </message>
    <message>
        <source>a Tensor that owns its memory</source>
        <translation>拥有自身内存的 Tensor</translation>
    </message>
    <message>
        <source>an object with fields</source>
        <translation>带字段的对象</translation>
    </message>
    <message>
        <source>the host sent %1 during another request</source>
        <translation>主机在另一请求期间发送了 %1</translation>
    </message>
    <message>
        <source>the host sent %1, which only workers send</source>
        <translation>主机发送了只有工作进程才发送的 %1</translation>
    </message>
    <message>
        <source>there is no function &quot;main&quot;; choose one of: %1</source>
        <translation>没有函数“main”；请选择：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (byte %2)</source>
        <translation>%1（字节 %2）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a limit of integers from 0</source>
        <translation>“%1”不是从 0 起的整数上限</translation>
    </message>
    <message>
        <source>below: %1 is not a type of integers</source>
        <translation>below：%1 不是整数类型</translation>
    </message>
    <message>
        <source>below must be an integer from 1 to 2^63 - 1</source>
        <translation>below 必须是 1 至 2^63 - 1 的整数</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>无法打开：%1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>是一个目录</translation>
    </message>
    <message>
        <source>is a named pipe, not a file</source>
        <translation>是命名管道，不是文件</translation>
    </message>
    <message>
        <source>is a socket, not a file</source>
        <translation>是套接字，不是文件</translation>
    </message>
    <message>
        <source>is a device, not a file</source>
        <translation>是设备，不是文件</translation>
    </message>
    <message>
        <source>a library without a VM executable (modules: %1)</source>
        <translation>不含 VM 可执行文件的库（模块：%1）</translation>
    </message>
    <message>
        <source>a profile or other SQLite file, not an executable</source>
        <translation>是性能记录或其他 SQLite 文件，而不是可执行文件</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>module %1: %2</source>
        <translation>模块 %1：%2</translation>
    </message>
    <message>
        <source>kernel %1: %2</source>
        <translation>内核 %1：%2</translation>
    </message>
    <message>
        <source>magic %1 is not that of a VM executable</source>
        <translation>魔数 %1 不是 VM 可执行文件的</translation>
    </message>
    <message>
        <source>magic %1 is not that of a parameter list</source>
        <translation>魔数 %1 不是参数列表的</translation>
    </message>
    <message>
        <source>gzip data is truncated</source>
        <translation>gzip 数据被截断</translation>
    </message>
    <message>
        <source>gzip data is damaged: %1</source>
        <translation>gzip 数据已损坏：%1</translation>
    </message>
    <message>
        <source>ELF header needs %1 bytes, %2 left</source>
        <translation>ELF 头需要 %1 字节，剩余 %2 字节</translation>
    </message>
    <message>
        <source>ELF class %1, which is neither 32 nor 64 bits</source>
        <translation>ELF 类别 %1，既不是 32 位也不是 64 位</translation>
    </message>
    <message>
        <source>ELF byte order %1, which is neither little nor big</source>
        <translation>ELF 字节序 %1，既不是小端也不是大端</translation>
    </message>
    <message>
        <source>ELF segment %1 (%2 bytes at %3) ends beyond the file&apos;s %4 bytes</source>
        <translation>ELF 段 %1（%2 字节，位于 %3）超出文件的 %4 字节</translation>
    </message>
    <message>
        <source>ELF program header %1 lies outside the file of %2 bytes</source>
        <translation>ELF 程序头 %1 位于 %2 字节的文件之外</translation>
    </message>
    <message>
        <source>COFF section %1 (%2 bytes at %3) ends beyond the file&apos;s %4 bytes</source>
        <translation>COFF 节 %1（%2 字节，位于 %3）超出文件的 %4 字节</translation>
    </message>
    <message>
        <source>Mach-O header needs %1 bytes, %2 left</source>
        <translation>Mach-O 头需要 %1 字节，剩余 %2 字节</translation>
    </message>
    <message>
        <source>module blob of %1 bytes, but %2 are present</source>
        <translation>模块数据块应为 %1 字节，但只有 %2 字节</translation>
    </message>
    <message>
        <source>import tree lists %1 modules, %2 bytes left</source>
        <translation>导入树列出 %1 个模块，剩余 %2 字节</translation>
    </message>
    <message>
        <source>import tree lists no module</source>
        <translation>导入树没有列出模块</translation>
    </message>
    <message>
        <source>import tree: module %1 imports itself through others</source>
        <translation>导入树：模块 %1 经由其他模块导入自身</translation>
    </message>
    <message>
        <source>import tree: module %1 imports module %2 of %3</source>
        <translation>导入树：模块 %1 导入 %3 个模块中的模块 %2</translation>
    </message>
    <message>
        <source>function %1 has no code</source>
        <translation>函数 %1 没有代码</translation>
    </message>
    <message>
        <source>duplicate code of &quot;%1&quot;</source>
        <translation>“%1”的代码重复</translation>
    </message>
    <message>
        <source>function %1 has %2 parameters but %3 parameter names</source>
        <translation>函数 %1 有 %2 个参数，但有 %3 个参数名</translation>
    </message>
    <message>
        <source>constant %1: tensor dtype has 0 bits</source>
        <translation>常量 %1：张量 dtype 的位宽为 0</translation>
    </message>
    <message>
        <source>constant %1: tensor is stored for device type %2, TVM loads only CPU (1)</source>
        <translation>常量 %1：张量按设备类型 %2 存储，TVM 只加载 CPU（1）</translation>
    </message>
    <message>
        <source>constant %1: tensor rank %2 is above %3</source>
        <translation>常量 %1：张量的秩 %2 大于 %3</translation>
    </message>
    <message>
        <source>constant %1: the constants file holds no &quot;%2&quot;</source>
        <translation>常量 %1：常量文件中没有“%2”</translation>
    </message>
    <message>
        <source>constant %1: its value is unknown, so it cannot be written</source>
        <translation>常量 %1：其值未知，因此无法写入</translation>
    </message>
    <message>
        <source>more than %1 bytes; only files may be that large</source>
        <translation>超过 %1 字节；只有文件可以这么大</translation>
    </message>
    <message>
        <source>no memory for an npy array of %1 bytes</source>
        <translation>没有足够的内存用于 %1 字节的 npy 数组</translation>
    </message>
    <message>
        <source>is not a .npy array</source>
        <translation>不是 .npy 数组</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>deflated data is damaged</source>
        <translation>压缩数据已损坏</translation>
    </message>
    <message>
        <source>nbytes is not the size of its shape</source>
        <translation>nbytes 与其形状的大小不符</translation>
    </message>
    <message>
        <source>arrays overlap</source>
        <translation>数组重叠</translation>
    </message>
    <message>
        <source>an array has no name</source>
        <translation>有一个数组没有名称</translation>
    </message>
    <message>
        <source>is listed twice</source>
        <translation>被列出两次</translation>
    </message>
    <message>
        <source>its dtype is not known</source>
        <translation>其 dtype 未知</translation>
    </message>
    <message>
        <source>not enough memory to read this file</source>
        <translation>没有足够的内存读取此文件</translation>
    </message>
    <message>
        <source>this file cannot be read: %1</source>
        <translation>无法读取此文件：%1</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes, %3 left</source>
        <translation>%1 需要 %2 字节，剩余 %3 字节</translation>
    </message>
    <message>
        <source>argument %1 is not given, and only %2 is known of its type; give it with --input &apos;%3=VALUE&apos;</source>
        <translation>未给出参数 %1，其类型只知道 %2；请用 --input &apos;%3=VALUE&apos; 给出</translation>
    </message>
    <message>
        <source>%1: %2 elements of at least %3 bytes, %4 bytes left</source>
        <translation>%1：%2 个元素，每个至少 %3 字节，但只剩 %4 字节</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>unknown format (%1)</source>
        <translation>未知格式（%1）</translation>
    </message>
    <message>
        <source>the file changed while it was read; open it again</source>
        <translation>读取期间文件被更改；请重新打开</translation>
    </message>
    <message>
        <source>the file changed while it was read</source>
        <translation>读取期间文件被更改</translation>
    </message>
    <message>
        <source>not a parameter list</source>
        <translation>不是参数列表</translation>
    </message>
    <message>
        <source>no symbol names the modules, so no loader finds them; they were located by content, apparently of %1</source>
        <translation>没有符号指明模块，因此加载器都找不到它们；已按内容定位，看来出自 %1</translation>
    </message>
    <message>
        <source>the file is compressed; offsets refer to its %1 bytes of content</source>
        <translation>文件已压缩；偏移以其 %1 字节的内容计</translation>
    </message>
    <message>
        <source>Relax or Relay VM executable, parameter list, shared library, object file or archive (ELF, Mach-O, PE/COFF, tar, ar), JSON form of convert, assembler text or TVM&apos;s as_text, assembler python form or TVM&apos;s as_python</source>
        <translation>Relax 或 Relay VM 可执行文件、参数列表、共享库、目标文件或归档（ELF、Mach-O、PE/COFF、tar、ar）、convert 的 JSON 形式、汇编文本或 TVM 的 as_text、汇编器的 python 形式或 TVM 的 as_python</translation>
    </message>
    <message>
        <source>the executable did not come from a library; save it as bytes (.bin)</source>
        <translation>该可执行文件并非来自库；请保存为字节（.bin）</translation>
    </message>
    <message>
        <source>side file %1: %2</source>
        <translation>附属文件 %1：%2</translation>
    </message>
    <message>
        <source>the side file must be in the folder of the form</source>
        <translation>附属文件必须与该文本形式在同一文件夹</translation>
    </message>
    <message>
        <source>side file %1 holds no array &quot;%2&quot;</source>
        <translation>附属文件 %1 中没有数组“%2”</translation>
    </message>
    <message>
        <source>%1: a folder without tensor-cache.json</source>
        <translation>%1：文件夹中没有 tensor-cache.json</translation>
    </message>
    <message>
        <source>tar header at byte %1 has a wrong checksum; the rest is not read</source>
        <translation>第 %1 字节处的 tar 头校验和错误；其余部分未读取</translation>
    </message>
    <message>
        <source>tar member %1 at byte %2 ends beyond the file&apos;s %3 bytes</source>
        <translation>第 %2 字节处的 tar 成员 %1 超出文件的 %3 字节</translation>
    </message>
    <message>
        <source>ar member at byte %1 has a damaged header or ends beyond the file&apos;s %2 bytes</source>
        <translation>第 %1 字节处的 ar 成员头部损坏，或超出文件的 %2 字节</translation>
    </message>
    <message>
        <source>ar member at byte %1: member names overlap excessively; the rest is not read</source>
        <translation>第 %1 字节处的 ar 成员：成员名过度重叠；其余部分未读取</translation>
    </message>
    <message>
        <source>slice %1 (%2 bytes at %3) ends beyond the file&apos;s %4 bytes</source>
        <translation>切片 %1（%3 处 %2 字节）超出文件的 %4 字节</translation>
    </message>
    <message>
        <source>slice %1 (%2 bytes at %3) overlaps others and is not read</source>
        <translation>切片 %1（%3 处 %2 字节）与其他切片重叠，未读取</translation>
    </message>
    <message>
        <source>a thin ar archive, which names its members but does not hold them</source>
        <translation>瘦 ar 归档，只有成员名而没有成员内容</translation>
    </message>
    <message>
        <source>not an archive</source>
        <translation>不是归档</translation>
    </message>
    <message>
        <source>zlib cannot be initialized</source>
        <translation>无法初始化 zlib</translation>
    </message>
    <message>
        <source>no memory for gzip content of more than %1 bytes</source>
        <translation>没有内存容纳超过 %1 字节的 gzip 内容</translation>
    </message>
    <message>
        <source>gzip content of more than %1 bytes in a file of %2</source>
        <translation>%2 字节的文件中含有超过 %1 字节的 gzip 内容</translation>
    </message>
    <message>
        <source>npy header has an unknown entry &quot;%1&quot;</source>
        <translation>npy 头中有未知项“%1”</translation>
    </message>
    <message>
        <source>npy header lacks descr, fortran_order or shape</source>
        <translation>npy 头缺少 descr、fortran_order 或 shape</translation>
    </message>
    <message>
        <source>npy header is not a dictionary as NumPy writes it</source>
        <translation>npy 头不是 NumPy 所写的字典</translation>
    </message>
    <message>
        <source>npy shape has a negative extent, %1</source>
        <translation>npy 形状含负的维大小 %1</translation>
    </message>
    <message>
        <source>npy array has more than %1 dimensions</source>
        <translation>npy 数组超过 %1 维</translation>
    </message>
    <message>
        <source>npy dtype is a structure, which a tensor cannot hold</source>
        <translation>npy 的 dtype 是结构体，张量无法容纳</translation>
    </message>
    <message>
        <source>npy dtype &quot;%1&quot; is not supported (bool, int8 to int64, uint8 to uint64, float16 to float64 are)</source>
        <translation>不支持 npy 的 dtype“%1”（支持 bool、int8 至 int64、uint8 至 uint64、float16 至 float64）</translation>
    </message>
    <message>
        <source>npy magic</source>
        <translation>npy 魔数</translation>
    </message>
    <message>
        <source>not a .npy array: the magic is missing</source>
        <translation>不是 .npy 数组：缺少魔数</translation>
    </message>
    <message>
        <source>npy version</source>
        <translation>npy 版本</translation>
    </message>
    <message>
        <source>npy version %1.%2 is not 1.0, 2.0 or 3.0</source>
        <translation>npy 版本 %1.%2 不是 1.0、2.0 或 3.0</translation>
    </message>
    <message>
        <source>npy header length</source>
        <translation>npy 头长度</translation>
    </message>
    <message>
        <source>npy header</source>
        <translation>npy 头</translation>
    </message>
    <message>
        <source>npy array has more bytes than an int64 can count</source>
        <translation>npy 数组的字节数超出 int64</translation>
    </message>
    <message>
        <source>npy data</source>
        <translation>npy 数据</translation>
    </message>
    <message>
        <source>zip64 locator</source>
        <translation>zip64 定位记录</translation>
    </message>
    <message>
        <source>zip64 end record at byte %1 of %2</source>
        <translation>zip64 结束记录位于第 %1 字节，文件共 %2 字节</translation>
    </message>
    <message>
        <source>zip64 end record</source>
        <translation>zip64 结束记录</translation>
    </message>
    <message>
        <source>zip64 end record has another signature</source>
        <translation>zip64 结束记录的签名不符</translation>
    </message>
    <message>
        <source>not a .npz archive: no ZIP end record</source>
        <translation>不是 .npz 归档：没有 ZIP 结束记录</translation>
    </message>
    <message>
        <source>ZIP end record</source>
        <translation>ZIP 结束记录</translation>
    </message>
    <message>
        <source>extra field</source>
        <translation>附加字段</translation>
    </message>
    <message>
        <source>zip64 extra field</source>
        <translation>zip64 附加字段</translation>
    </message>
    <message>
        <source>directory entry</source>
        <translation>目录项</translation>
    </message>
    <message>
        <source>directory entry has another signature</source>
        <translation>目录项的签名不符</translation>
    </message>
    <message>
        <source>packed size</source>
        <translation>压缩后大小</translation>
    </message>
    <message>
        <source>name length</source>
        <translation>名称长度</translation>
    </message>
    <message>
        <source>extra length</source>
        <translation>附加字段长度</translation>
    </message>
    <message>
        <source>comment length</source>
        <translation>注释长度</translation>
    </message>
    <message>
        <source>ZIP directory of %1 bytes at byte %2 lies outside the file of %3</source>
        <translation>第 %2 字节处 %1 字节的 ZIP 目录位于 %3 字节的文件之外</translation>
    </message>
    <message>
        <source>ZIP directory declares %1 members in %2 bytes</source>
        <translation>ZIP 目录以 %2 字节声明 %1 个成员</translation>
    </message>
    <message>
        <source>members share their data: %1 bytes in a file of %2</source>
        <translation>成员共用数据：%2 字节的文件中有 %1 字节</translation>
    </message>
    <message>
        <source>members unpack to more than %1 bytes, which %2 bytes cannot hold</source>
        <translation>成员解压后超过 %1 字节，%2 字节不可能容纳</translation>
    </message>
    <message>
        <source>data at byte %1 of %2</source>
        <translation>数据位于第 %1 字节，文件共 %2 字节</translation>
    </message>
    <message>
        <source>local header</source>
        <translation>本地头</translation>
    </message>
    <message>
        <source>local header has another signature</source>
        <translation>本地头的签名不符</translation>
    </message>
    <message>
        <source>packed data</source>
        <translation>压缩数据</translation>
    </message>
    <message>
        <source>no memory for %1 bytes</source>
        <translation>没有内存容纳 %1 字节</translation>
    </message>
    <message>
        <source>deflated data does not unpack to the declared %1 bytes</source>
        <translation>deflate 数据解压后不是所声明的 %1 字节</translation>
    </message>
    <message>
        <source>stored with %1 of %2 bytes</source>
        <translation>未压缩存储，但 %2 字节中只有 %1 字节</translation>
    </message>
    <message>
        <source>%1 bytes cannot unpack to %2</source>
        <translation>%1 字节不可能解压为 %2 字节</translation>
    </message>
    <message>
        <source>compression method %1 is not supported (stored and deflated are)</source>
        <translation>不支持压缩方法 %1（支持 stored 与 deflated）</translation>
    </message>
    <message>
        <source>wrong checksum: the data is damaged</source>
        <translation>校验和错误：数据已损坏</translation>
    </message>
    <message>
        <source>not a safetensors file</source>
        <translation>不是 safetensors 文件</translation>
    </message>
    <message>
        <source>the header is not a JSON object</source>
        <translation>头部不是 JSON 对象</translation>
    </message>
    <message>
        <source>has no dtype</source>
        <translation>没有 dtype</translation>
    </message>
    <message>
        <source>its shape must be a list of non-negative integers</source>
        <translation>其形状必须是非负整数列表</translation>
    </message>
    <message>
        <source>data_offsets must be a range of the data</source>
        <translation>data_offsets 必须是数据中的一段范围</translation>
    </message>
    <message>
        <source>its data does not have the size of its shape</source>
        <translation>其数据的大小与形状不符</translation>
    </message>
    <message>
        <source>byteOffset and nbytes must be a range of its shard</source>
        <translation>byteOffset 与 nbytes 必须是其分片中的一段范围</translation>
    </message>
    <message>
        <source>&quot;records&quot; must be a list of arrays</source>
        <translation>“records”必须是数组列表</translation>
    </message>
    <message>
        <source>an array must be an object</source>
        <translation>数组必须是对象</translation>
    </message>
    <message>
        <source>%1 bytes, at most %2 are allowed</source>
        <translation>%1 字节，最多允许 %2 字节</translation>
    </message>
    <message>
        <source>&quot;records&quot; must be a list of shards</source>
        <translation>“records”必须是分片列表</translation>
    </message>
    <message>
        <source>a shard must be an object</source>
        <translation>分片必须是对象</translation>
    </message>
    <message>
        <source>dataPath &quot;%1&quot; must be the name of a file in the folder</source>
        <translation>dataPath“%1”必须是文件夹中的文件名</translation>
    </message>
    <message>
        <source>not an object file</source>
        <translation>不是目标文件</translation>
    </message>
    <message>
        <source>not an ELF file</source>
        <translation>不是 ELF 文件</translation>
    </message>
    <message>
        <source>not a PE file</source>
        <translation>不是 PE 文件</translation>
    </message>
    <message>
        <source>not a COFF object</source>
        <translation>不是 COFF 目标文件</translation>
    </message>
    <message>
        <source>not a Mach-O file</source>
        <translation>不是 Mach-O 文件</translation>
    </message>
    <message>
        <source>%1 COFF sections at %2 end beyond the file&apos;s %3 bytes</source>
        <translation>%2 处的 %1 个 COFF 节超出文件的 %3 字节</translation>
    </message>
    <message>
        <source>%1 COFF symbols at %2 end beyond the file&apos;s %3 bytes</source>
        <translation>%2 处的 %1 个 COFF 符号超出文件的 %3 字节</translation>
    </message>
    <message>
        <source>COFF symbol names overlap excessively</source>
        <translation>COFF 符号名过度重叠</translation>
    </message>
    <message>
        <source>PE header at %1 lies outside the file of %2 bytes</source>
        <translation>%1 处的 PE 头位于 %2 字节的文件之外</translation>
    </message>
    <message>
        <source>PE optional header of unknown kind %1</source>
        <translation>PE 可选头的种类 %1 未知</translation>
    </message>
    <message>
        <source>PE export table at %1 lies outside the sections</source>
        <translation>%1 处的 PE 导出表位于各节之外</translation>
    </message>
    <message>
        <source>PE export table of %1 names lies outside the sections</source>
        <translation>含 %1 个名称的 PE 导出表位于各节之外</translation>
    </message>
    <message>
        <source>PE export names overlap excessively</source>
        <translation>PE 导出名过度重叠</translation>
    </message>
    <message>
        <source>PE import names overlap excessively</source>
        <translation>PE 导入名过度重叠</translation>
    </message>
    <message>
        <source>PE import tables overlap excessively</source>
        <translation>PE 导入表过度重叠</translation>
    </message>
    <message>
        <source>ELF program headers of %1 bytes, expected %2</source>
        <translation>ELF 程序头为 %1 字节，应为 %2 字节</translation>
    </message>
    <message>
        <source>ELF symbol names overlap excessively</source>
        <translation>ELF 符号名过度重叠</translation>
    </message>
    <message>
        <source>ELF file with %1 program headers of %2 bytes, which cannot be edited</source>
        <translation>ELF 文件有 %1 个 %2 字节的程序头，无法编辑</translation>
    </message>
    <message>
        <source>ELF program headers lie outside the file</source>
        <translation>ELF 程序头位于文件之外</translation>
    </message>
    <message>
        <source>ELF segment %1 lies outside the file or the address space</source>
        <translation>ELF 段 %1 位于文件或地址空间之外</translation>
    </message>
    <message>
        <source>ELF file with more than 65279 sections, which cannot be edited</source>
        <translation>ELF 文件超过 65279 个节，无法编辑</translation>
    </message>
    <message>
        <source>ELF file with %1 section headers of %2 bytes, which cannot be edited</source>
        <translation>ELF 文件有 %1 个 %2 字节的节头，无法编辑</translation>
    </message>
    <message>
        <source>ELF section headers lie outside the file</source>
        <translation>ELF 节头位于文件之外</translation>
    </message>
    <message>
        <source>ELF section %1 lies outside the file</source>
        <translation>ELF 节 %1 位于文件之外</translation>
    </message>
    <message>
        <source>ELF section %1 cannot hold the names of sections</source>
        <translation>ELF 节 %1 不能存放节名</translation>
    </message>
    <message>
        <source>an object file; content can only be replaced in a linked shared library</source>
        <translation>这是目标文件；只能替换已链接的共享库中的内容</translation>
    </message>
    <message>
        <source>an ELF file of type %1, not a shared library</source>
        <translation>类型为 %1 的 ELF 文件，不是共享库</translation>
    </message>
    <message>
        <source>ELF symbol tables overlap excessively</source>
        <translation>ELF 符号表过度重叠</translation>
    </message>
    <message>
        <source>too many definitions of symbol %1</source>
        <translation>符号 %1 的定义过多</translation>
    </message>
    <message>
        <source>no symbol %1 is defined in the symbol tables</source>
        <translation>符号表中没有定义符号 %1</translation>
    </message>
    <message>
        <source>the symbol&apos;s %1 bytes at address %2 lie outside the file</source>
        <translation>该符号在地址 %2 处的 %1 字节位于文件之外</translation>
    </message>
    <message>
        <source>the content of the symbol overlaps other parts of the ELF file</source>
        <translation>该符号的内容与 ELF 文件的其他部分重叠</translation>
    </message>
    <message>
        <source>a program, whose new content of %1 bytes does not fit in place (%2)</source>
        <translation>这是程序，其 %1 字节的新内容放不进原位（%2）</translation>
    </message>
    <message>
        <source>the file would be larger than its ELF class allows</source>
        <translation>文件将超出其 ELF 类别允许的大小</translation>
    </message>
    <message>
        <source>no room for one more ELF segment</source>
        <translation>没有空间再放一个 ELF 段</translation>
    </message>
    <message>
        <source>ELF segment %1 is aligned to %2 bytes</source>
        <translation>ELF 段 %1 按 %2 字节对齐</translation>
    </message>
    <message>
        <source>the address space of the library has no room for one more segment</source>
        <translation>库的地址空间没有空间再放一个段</translation>
    </message>
    <message>
        <source>tables of the ELF file overlap</source>
        <translation>ELF 文件的表相互重叠</translation>
    </message>
    <message>
        <source>Mach-O load command %1 lies outside the file of %2 bytes</source>
        <translation>Mach-O 加载命令 %1 位于 %2 字节的文件之外</translation>
    </message>
    <message>
        <source>Mach-O segment command of %1 bytes, expected %2</source>
        <translation>Mach-O 段命令为 %1 字节，应为 %2 字节</translation>
    </message>
    <message>
        <source>Mach-O segment of %1 bytes at %2 ends beyond the file&apos;s %3 bytes</source>
        <translation>%2 处 %1 字节的 Mach-O 段超出文件的 %3 字节</translation>
    </message>
    <message>
        <source>Mach-O symbol table of %1 entries at %2 ends beyond the file</source>
        <translation>%2 处有 %1 项的 Mach-O 符号表超出文件</translation>
    </message>
    <message>
        <source>Mach-O string table of %1 bytes at %2 ends beyond the file</source>
        <translation>%2 处 %1 字节的 Mach-O 字符串表超出文件</translation>
    </message>
    <message>
        <source>Mach-O symbol names overlap excessively</source>
        <translation>Mach-O 符号名过度重叠</translation>
    </message>
    <message>
        <source>Mach-O exports of %1 bytes at %2 end beyond the file</source>
        <translation>%2 处 %1 字节的 Mach-O 导出信息超出文件</translation>
    </message>
    <message>
        <source>Mach-O exports: %1</source>
        <translation>Mach-O 导出信息：%1</translation>
    </message>
    <message>
        <source>a number exceeds 64 bits</source>
        <translation>有数值超出 64 位</translation>
    </message>
    <message>
        <source>a number is truncated</source>
        <translation>有数值被截断</translation>
    </message>
    <message>
        <source>a name is truncated</source>
        <translation>有名称被截断</translation>
    </message>
    <message>
        <source>a node at %1 lies outside the %2 bytes</source>
        <translation>%1 处的节点位于 %2 字节之外</translation>
    </message>
    <message>
        <source>a node is reached twice</source>
        <translation>有节点被到达两次</translation>
    </message>
    <message>
        <source>the entry of a name is truncated</source>
        <translation>有名称的条目被截断</translation>
    </message>
    <message>
        <source>a node is truncated</source>
        <translation>有节点被截断</translation>
    </message>
    <message>
        <source>names overlap excessively</source>
        <translation>名称过度重叠</translation>
    </message>
    <message>
        <source>Mach-O exports of %1 bytes, at most %2 are read</source>
        <translation>Mach-O 导出信息有 %1 字节，最多读取 %2 字节</translation>
    </message>
    <message>
        <source>import tree rows</source>
        <translation>导入树的行</translation>
    </message>
    <message>
        <source>import tree children</source>
        <translation>导入树的子模块</translation>
    </message>
    <message>
        <source>import tree of %1 rows for %2 modules</source>
        <translation>导入树有 %1 行，但有 %2 个模块</translation>
    </message>
    <message>
        <source>import tree: rows run from %1 to %2, %3 children are listed</source>
        <translation>导入树：各行为 %1 至 %2，但列出了 %3 个子模块</translation>
    </message>
    <message>
        <source>import tree: children of module %1 are %2 to %3 of %4</source>
        <translation>导入树：模块 %1 的子模块为 %2 至 %3，共 %4 个</translation>
    </message>
    <message>
        <source>kind of module %1</source>
        <translation>模块 %1 的种类</translation>
    </message>
    <message>
        <source>modules of the blob</source>
        <translation>数据块的模块</translation>
    </message>
    <message>
        <source>the blob declares no module but holds one, which TVM ignores</source>
        <translation>数据块声明没有模块，却含有一个，TVM 会忽略它</translation>
    </message>
    <message>
        <source>a second import tree</source>
        <translation>第二个导入树</translation>
    </message>
    <message>
        <source>module %1 (%2): module bounds are too ambiguous</source>
        <translation>模块 %1（%2）：模块的边界过于含糊</translation>
    </message>
    <message>
        <source>no length is stored; %1</source>
        <translation>未存储长度；%1</translation>
    </message>
    <message>
        <source>assumed to end at the next known name</source>
        <translation>假定在下一个已知名称处结束</translation>
    </message>
    <message>
        <source>assumed to end with the blob</source>
        <translation>假定与数据块一同结束</translation>
    </message>
    <message>
        <source>module blob&apos;s length</source>
        <translation>模块数据块的长度</translation>
    </message>
    <message>
        <source>%1 bytes after the last module of the blob</source>
        <translation>数据块最后一个模块之后还有 %1 字节</translation>
    </message>
    <message>
        <source>module %1 is implicit, which an import tree cannot hold</source>
        <translation>模块 %1 是隐含的，导入树无法容纳</translation>
    </message>
    <message>
        <source>module %1 is %2 and cannot have a payload</source>
        <translation>模块 %1 是 %2，不能有内容</translation>
    </message>
    <message>
        <source>the library holds no executable</source>
        <translation>库中没有可执行文件</translation>
    </message>
    <message>
        <source>array %1: no byte at character %2</source>
        <translation>数组 %1：第 %2 个字符处不是字节</translation>
    </message>
    <message>
        <source>array %1 has %2 bytes but declares %3</source>
        <translation>数组 %1 有 %2 字节，但声明为 %3 字节</translation>
    </message>
    <message>
        <source>symbol %1 at address %2 lies outside the file</source>
        <translation>地址 %2 处的符号 %1 位于文件之外</translation>
    </message>
    <message>
        <source>symbol %1 (%2 bytes at address %3) lies outside the file</source>
        <translation>符号 %1（地址 %3 处 %2 字节）位于文件之外</translation>
    </message>
    <message>
        <source>%1: no TVM modules (no symbol __tvm_ffi__library_bin, nor that of an earlier release)</source>
        <translation>%1：没有 TVM 模块（没有符号 __tvm_ffi__library_bin，也没有早期版本的符号）</translation>
    </message>
    <message>
        <source>symbol %1 has %2 bytes, but its blob has %3</source>
        <translation>符号 %1 有 %2 字节，但其数据块有 %3 字节</translation>
    </message>
    <message>
        <source>not read: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>refers to the library again</source>
        <translation>又指向该库</translation>
    </message>
    <message>
        <source>a gzip file without an archive or object file in it</source>
        <translation>gzip 文件中没有归档或目标文件</translation>
    </message>
    <message>
        <source>kernel key</source>
        <translation>内核的键</translation>
    </message>
    <message>
        <source>kernel name</source>
        <translation>内核名</translation>
    </message>
    <message>
        <source>kernel argument types</source>
        <translation>内核参数类型</translation>
    </message>
    <message>
        <source>launch tags</source>
        <translation>启动标签</translation>
    </message>
    <message>
        <source>argument tags</source>
        <translation>参数标签</translation>
    </message>
    <message>
        <source>argument tag</source>
        <translation>参数标签</translation>
    </message>
    <message>
        <source>kernel table</source>
        <translation>内核表</translation>
    </message>
    <message>
        <source>code of kernels</source>
        <translation>内核代码</translation>
    </message>
    <message>
        <source>kernel of the code</source>
        <translation>代码的内核</translation>
    </message>
    <message>
        <source>metal module of unknown version &quot;%1&quot;</source>
        <translation>未知版本“%1”的 metal 模块</translation>
    </message>
    <message>
        <source>shader flag</source>
        <translation>着色器标志</translation>
    </message>
    <message>
        <source>shader words</source>
        <translation>着色器的字</translation>
    </message>
    <message>
        <source>kernel of the shader</source>
        <translation>着色器的内核</translation>
    </message>
    <message>
        <source>function names</source>
        <translation>函数名</translation>
    </message>
    <message>
        <source>constant names</source>
        <translation>常量名</translation>
    </message>
    <message>
        <source>names of constants</source>
        <translation>常量的名称</translation>
    </message>
    <message>
        <source>%1 constants under %2 names</source>
        <translation>%1 个常量，但有 %2 个名称</translation>
    </message>
    <message>
        <source>functions that need constants</source>
        <translation>需要常量的函数</translation>
    </message>
    <message>
        <source>needs of functions</source>
        <translation>函数所需</translation>
    </message>
    <message>
        <source>%1 lists of needs for %2 functions</source>
        <translation>%2 个函数有 %1 个所需列表</translation>
    </message>
    <message>
        <source>needs of a function</source>
        <translation>某函数所需</translation>
    </message>
    <message>
        <source>function name</source>
        <translation>函数名</translation>
    </message>
    <message>
        <source>the graph is not a JSON object</source>
        <translation>图不是 JSON 对象</translation>
    </message>
    <message>
        <source>kernels as %1 writes them</source>
        <translation>按 %1 的写法读取内核</translation>
    </message>
    <message>
        <source>%1 bytes after its end</source>
        <translation>其结尾之后还有 %1 字节</translation>
    </message>
    <message>
        <source>no entry follows the graph</source>
        <translation>图之后没有条目</translation>
    </message>
    <message>
        <source>no entry of the blob follows it</source>
        <translation>其后没有数据块的条目</translation>
    </message>
    <message>
        <source>%1: an executable can only be packed into an ELF shared library; link the archive first</source>
        <translation>%1：可执行文件只能打包进 ELF 共享库；请先链接该归档</translation>
    </message>
    <message>
        <source>%1: an executable can only be packed into an ELF shared library</source>
        <translation>%1：可执行文件只能打包进 ELF 共享库</translation>
    </message>
    <message>
        <source>%1: an executable can only be packed into a linked shared library</source>
        <translation>%1：可执行文件只能打包进已链接的共享库</translation>
    </message>
    <message>
        <source>no symbol of the library names its modules, so TVM would not find them</source>
        <translation>库中没有符号指明其模块，TVM 将找不到它们</translation>
    </message>
    <message>
        <source>the library&apos;s own executable cannot be read, so the variant to write is unknown: %1</source>
        <translation>无法读取库自身的可执行文件，因此不知应写成哪种变体：%1</translation>
    </message>
    <message>
        <source>module %1 of the library cannot hold a %2 executable</source>
        <translation>库的模块 %1 无法容纳 %2 可执行文件</translation>
    </message>
    <message>
        <source>tables of the library contradict each other, so it cannot be edited</source>
        <translation>库的各表相互矛盾，无法编辑</translation>
    </message>
    <message>
        <source>not a library, so it has no kernels to keep</source>
        <translation>不是库，没有可保留的内核</translation>
    </message>
    <message>
        <source>the library holds no executable that another could replace</source>
        <translation>库中没有可被替换的可执行文件</translation>
    </message>
    <message>
        <source>a system library (%1): %2 bytes of modules do not fit in the place of %3</source>
        <translation>系统库（%1）：%2 字节的模块放不进 %3 字节的位置</translation>
    </message>
    <message>
        <source>constant %1: tensor %2 does not have %3 bytes</source>
        <translation>常量 %1：张量 %2 的大小不是 %3 字节</translation>
    </message>
    <message>
        <source>constants of a parameter list must have names, others must not</source>
        <translation>参数列表的常量必须有名称，其他常量不得有</translation>
    </message>
    <message>
        <source>constant %1: %2 cannot hold a %3</source>
        <translation>常量 %1：%2 不能容纳 %3</translation>
    </message>
    <message>
        <source>virtual devices</source>
        <translation>虚拟设备</translation>
    </message>
    <message>
        <source>devices of constants</source>
        <translation>常量的设备</translation>
    </message>
    <message>
        <source>memory scopes of devices</source>
        <translation>设备的内存作用域</translation>
    </message>
    <message>
        <source>devices of parameters</source>
        <translation>参数的设备</translation>
    </message>
    <message>
        <source>only functions with code have devices of parameters</source>
        <translation>只有带代码的函数才有参数的设备</translation>
    </message>
    <message>
        <source>function %1: %2 devices for %3 parameters</source>
        <translation>函数 %1：%3 个参数有 %2 个设备</translation>
    </message>
    <message>
        <source>every constant needs a device</source>
        <translation>每个常量都需要设备</translation>
    </message>
    <message>
        <source>function %1 of %2 cannot have code here</source>
        <translation>%2 的函数 %1 不能在此有代码</translation>
    </message>
    <message>
        <source>the code of function %1 does not begin at the end of the preceding one</source>
        <translation>函数 %1 的代码并非从前一个函数的结尾开始</translation>
    </message>
    <message>
        <source>the functions do not cover the instructions</source>
        <translation>函数未覆盖全部指令</translation>
    </message>
    <message>
        <source>offsets of Relay code must ascend inside the words</source>
        <translation>Relay 代码的偏移必须在字的范围内递增</translation>
    </message>
    <message>
        <source>words of Relay code belong to instructions</source>
        <translation>Relay 代码的字必须属于指令</translation>
    </message>
    <message>
        <source>packed functions begin at row %1 of %2</source>
        <translation>打包函数从第 %1 行开始，共 %2 行</translation>
    </message>
    <message>
        <source>packed functions must come after all others</source>
        <translation>打包函数必须在所有其他函数之后</translation>
    </message>
    <message>
        <source>packed function %1 can only have a name in %2</source>
        <translation>在 %2 中打包函数 %1 只能有名称</translation>
    </message>
    <message>
        <source>function %1 ends at instruction %2; in the prototype it ends where the next begins, at %3</source>
        <translation>函数 %1 在指令 %2 处结束；在原型中它在下一个函数开始处 %3 结束</translation>
    </message>
    <message>
        <source>function %1 has names of parameters, which the prototype does not hold</source>
        <translation>函数 %1 有参数名，原型不存储这些</translation>
    </message>
    <message>
        <source>only R5 holds memory scopes</source>
        <translation>只有 R5 存储内存作用域</translation>
    </message>
    <message>
        <source>a parameter list holds only constants</source>
        <translation>参数列表只含常量</translation>
    </message>
    <message>
        <source>constant %1: the data of %2 is not stored in a profile; open the original file</source>
        <translation>常量 %1：性能记录中没有存储 %2 的数据；请打开原文件</translation>
    </message>
    <message>
        <source>device id</source>
        <translation>设备编号</translation>
    </message>
    <message>
        <source>leading strings</source>
        <translation>前导字符串</translation>
    </message>
    <message>
        <source>instruction count</source>
        <translation>指令数</translation>
    </message>
    <message>
        <source>devices of the parameters</source>
        <translation>参数的设备</translation>
    </message>
    <message>
        <source>virtual device of parameter</source>
        <translation>参数的虚拟设备</translation>
    </message>
    <message>
        <source>device type of parameter</source>
        <translation>参数的设备类型</translation>
    </message>
    <message>
        <source>tensor magic</source>
        <translation>张量魔数</translation>
    </message>
    <message>
        <source>data size</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>dtype code</source>
        <translation>dtype 代码</translation>
    </message>
    <message>
        <source>dtype bits</source>
        <translation>dtype 位数</translation>
    </message>
    <message>
        <source>dtype lanes</source>
        <translation>dtype 通道数</translation>
    </message>
    <message>
        <source>constant pool</source>
        <translation>常量池</translation>
    </message>
    <message>
        <source>packed function names</source>
        <translation>打包函数名</translation>
    </message>
    <message>
        <source>instruction offsets</source>
        <translation>指令偏移</translation>
    </message>
    <message>
        <source>instruction words</source>
        <translation>指令的字</translation>
    </message>
    <message>
        <source>function table</source>
        <translation>函数表</translation>
    </message>
    <message>
        <source>memory scopes</source>
        <translation>内存作用域</translation>
    </message>
    <message>
        <source>virtual device %1</source>
        <translation>虚拟设备 %1</translation>
    </message>
    <message>
        <source>global names</source>
        <translation>全局名称</translation>
    </message>
    <message>
        <source>virtual devices of the constants</source>
        <translation>常量的虚拟设备</translation>
    </message>
    <message>
        <source>device types of the constants</source>
        <translation>常量的设备类型</translation>
    </message>
    <message>
        <source>attributes of packed functions</source>
        <translation>打包函数的属性</translation>
    </message>
    <message>
        <source>reserved word</source>
        <translation>保留字</translation>
    </message>
    <message>
        <source>the reserved word is %1, not 0</source>
        <translation>保留字为 %1，而非 0</translation>
    </message>
    <message>
        <source>%1 tensors for %2 names</source>
        <translation>%2 个名称有 %1 个张量</translation>
    </message>
    <message>
        <source>trailing bytes</source>
        <translation>末尾字节</translation>
    </message>
    <message>
        <source>duplicate tensor &quot;%1&quot; in the constants file</source>
        <translation>常量文件中张量“%1”重复</translation>
    </message>
    <message>
        <source>the constants file holds %1 tensors; the executable needs %2, and &quot;%3&quot; is missing</source>
        <translation>常量文件有 %1 个张量；可执行文件需要 %2 个，缺少“%3”</translation>
    </message>
    <message>
        <source>unknown type code %1</source>
        <translation>未知类型代码 %1</translation>
    </message>
    <message>
        <source>the constants can also be read as %1; assumed to be %2</source>
        <translation>常量也可按 %1 读取；假定为 %2</translation>
    </message>
    <message>
        <source>memory scope&apos;s constant</source>
        <translation>内存作用域的常量</translation>
    </message>
    <message>
        <source>%1 bytes after the last section are ignored</source>
        <translation>忽略最后一段之后的 %1 字节</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a decimal number</source>
        <translation>%1“%2”不是十进制数</translation>
    </message>
    <message>
        <source>virtual device</source>
        <translation>虚拟设备</translation>
    </message>
    <message>
        <source>memory scope of a virtual device</source>
        <translation>虚拟设备的内存作用域</translation>
    </message>
    <message>
        <source>late-bound name</source>
        <translation>延迟绑定的名称</translation>
    </message>
    <message>
        <source>tag %1 is neither 0 (immediate) nor 1 (late-bound)</source>
        <translation>标签 %1 既不是 0（立即）也不是 1（延迟绑定）</translation>
    </message>
    <message>
        <source>tensor is stored for device type %1, but only CPU (1) is allowed</source>
        <translation>张量按设备类型 %1 存储，但只允许 CPU（1）</translation>
    </message>
    <message>
        <source>devices of the constants</source>
        <translation>常量的设备</translation>
    </message>
    <message>
        <source>%1 devices for %2 constants</source>
        <translation>%2 个常量有 %1 个设备</translation>
    </message>
    <message>
        <source>packed function of attributes</source>
        <translation>属性所属的打包函数</translation>
    </message>
    <message>
        <source>attribute name</source>
        <translation>属性名</translation>
    </message>
    <message>
        <source>attribute value</source>
        <translation>属性值</translation>
    </message>
    <message>
        <source>code of %1 functions for %2 global names</source>
        <translation>有 %1 个函数的代码，但有 %2 个全局名称</translation>
    </message>
    <message>
        <source>name, registers and instruction count</source>
        <translation>名称、寄存器数与指令数</translation>
    </message>
    <message>
        <source>%1 leading strings, expected 3 (name, registers, instruction count)</source>
        <translation>%1 个前导字符串，应为 3 个（名称、寄存器数、指令数）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not among the global names</source>
        <translation>“%1”不在全局名称之中</translation>
    </message>
    <message>
        <source>register count</source>
        <translation>寄存器数</translation>
    </message>
    <message>
        <source>%1 devices for %2 parameters</source>
        <translation>%2 个参数有 %1 个设备</translation>
    </message>
    <message>
        <source>%1 instructions of at least %2 bytes, %3 bytes left</source>
        <translation>%1 条指令，每条至少 %2 字节，但只剩 %3 字节</translation>
    </message>
    <message>
        <source>%1 words, expected a hash and an opcode</source>
        <translation>%1 个字，应有哈希与操作码</translation>
    </message>
    <message>
        <source>hash %1 is not that of opcode %2 with its fields, %3</source>
        <translation>哈希 %1 不是操作码 %2 及其字段的哈希 %3</translation>
    </message>
    <message>
        <source>%1 fields do not fit %2 with a list of %3</source>
        <translation>%1 个字段与列表为 %3 项的 %2 不符</translation>
    </message>
    <message>
        <source>%1 fields do not fit %2</source>
        <translation>%1 个字段与 %2 不符</translation>
    </message>
    <message>
        <source>%1 of %2 constants are late-bound; a run needs the file that holds them</source>
        <translation>%2 个常量中有 %1 个为延迟绑定；运行需要含有它们的文件</translation>
    </message>
    <message>
        <source>as %1: %2 bytes are left over</source>
        <translation>按 %1 读取：剩余 %2 字节</translation>
    </message>
    <message>
        <source>as %1: %2</source>
        <translation>按 %1 读取：%2</translation>
    </message>
    <message>
        <source>tensor header</source>
        <translation>张量头</translation>
    </message>
    <message>
        <source>tensor header %1 is not %2</source>
        <translation>张量头 %1 不是 %2</translation>
    </message>
    <message>
        <source>tensor device</source>
        <translation>张量设备</translation>
    </message>
    <message>
        <source>tensor rank %1 is not in %2</source>
        <translation>张量的秩 %1 不在 %2 之内</translation>
    </message>
    <message>
        <source>tensor shape</source>
        <translation>张量形状</translation>
    </message>
    <message>
        <source>tensor shape %1 is negative or too large</source>
        <translation>张量形状 %1 为负或过大</translation>
    </message>
    <message>
        <source>tensor data size</source>
        <translation>张量数据大小</translation>
    </message>
    <message>
        <source>tensor %1 has %2 bytes, but the record declares %3</source>
        <translation>张量 %1 有 %2 字节，但记录声明为 %3 字节</translation>
    </message>
    <message>
        <source>tensor data</source>
        <translation>张量数据</translation>
    </message>
    <message>
        <source>an executable of %1 cannot be written as %2: their instructions differ</source>
        <translation>%1 的可执行文件不能写成 %2：两者的指令不同</translation>
    </message>
    <message>
        <source>memory scope &quot;%1&quot; of constant %2: %3 has no memory scopes</source>
        <translation>常量 %2 的内存作用域“%1”：%3 没有内存作用域</translation>
    </message>
    <message>
        <source>constant %1 (%2): %3 cannot hold a constant of kind %4</source>
        <translation>常量 %1（%2）：%3 不能容纳 %4 类的常量</translation>
    </message>
    <message>
        <source>R0 stores the release that wrote it (&quot;0.13.dev0&quot;), which is unknown</source>
        <translation>R0 存储写出它的版本（“0.13.dev0”），而该版本未知</translation>
    </message>
    <message>
        <source>Relax VM executable</source>
        <translation>Relax VM 可执行文件</translation>
    </message>
    <message>
        <source>Relax VM prototype</source>
        <translation>Relax VM 原型</translation>
    </message>
    <message>
        <source>the length prefix declares %1 bytes, but %2 follow</source>
        <translation>长度前缀声明 %1 字节，但其后有 %2 字节</translation>
    </message>
    <message>
        <source>%1 cannot hold Relay tables</source>
        <translation>%1 不能容纳 Relay 表</translation>
    </message>
    <message>
        <source>%1 requires Relay tables</source>
        <translation>%1 需要 Relay 表</translation>
    </message>
    <message>
        <source>%1 has no instructions of the %2</source>
        <translation>%1 没有 %2 的指令</translation>
    </message>
    <message>
        <source>as %1 (%2): %3</source>
        <translation>按 %1（%2）读取：%3</translation>
    </message>
    <message>
        <source>TVM %1 to %2</source>
        <translation>TVM %1 至 %2</translation>
    </message>
    <message>
        <source>TVM %1 or later</source>
        <translation>TVM %1 或更新版本</translation>
    </message>
    <message>
        <source>TVM %1 or earlier</source>
        <translation>TVM %1 或更早版本</translation>
    </message>
    <message>
        <source>the executable has no function that can be called</source>
        <translation>可执行文件没有可调用的函数</translation>
    </message>
    <message>
        <source>argument %1: code %2 is not 0 to %3</source>
        <translation>参数 %1：代码 %2 不在 0 至 %3 之内</translation>
    </message>
    <message>
        <source>argument %1: extent %2 is negative</source>
        <translation>参数 %1：维大小 %2 为负</translation>
    </message>
    <message>
        <source>argument %1: slot %2 is negative</source>
        <translation>参数 %1：槽 %2 为负</translation>
    </message>
    <message>
        <source>argument 0 must be the VM context, %vm</source>
        <translation>参数 0 必须是 VM 上下文 %vm</translation>
    </message>
    <message>
        <source>argument %1 is slot %2, the shape heap has %3</source>
        <translation>参数 %1 是槽 %2，形状堆有 %3 个槽</translation>
    </message>
    <message>
        <source>%1 is register %2, the function has %3</source>
        <translation>%1 是寄存器 %2，函数有 %3 个寄存器</translation>
    </message>
    <message>
        <source>%1 is special register %2</source>
        <translation>%1 是特殊寄存器 %2</translation>
    </message>
    <message>
        <source>%1 is constant %2 of %3</source>
        <translation>%1 是常量 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>%1 is function %2 of %3</source>
        <translation>%1 是函数 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>%1 is packed function %2 of %3</source>
        <translation>%1 是打包函数 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>%1 is of kind %2</source>
        <translation>%1 的种类为 %2</translation>
    </message>
    <message>
        <source>false offset %1 must be above 1</source>
        <translation>false 偏移 %1 必须大于 1</translation>
    </message>
    <message>
        <source>offset %1 leaves the function (%2 to %3)</source>
        <translation>偏移 %1 离开了函数（%2 至 %3）</translation>
    </message>
    <message>
        <source>jumps to itself forever</source>
        <translation>永远跳转到自身</translation>
    </message>
    <message>
        <source>control falls through the end of the function</source>
        <translation>控制流越过函数末尾</translation>
    </message>
    <message>
        <source>function %1 (no name)</source>
        <translation>函数 %1（无名称）</translation>
    </message>
    <message>
        <source>its compiled body is not in the library</source>
        <translation>其编译后的函数体不在库中</translation>
    </message>
    <message>
        <source>%1 Only TVM&apos;s own engine has it.</source>
        <translation>%1 只有 TVM 自己的引擎提供它。</translation>
    </message>
    <message>
        <source>not among the library&apos;s known functions; it may be in its %1 module</source>
        <translation>不在库的已知函数之中；可能在其 %1 模块里</translation>
    </message>
    <message>
        <source>neither in the library nor a builtin; running it needs a library that contains it</source>
        <translation>既不在库中，也不是内建函数；运行它需要包含它的库</translation>
    </message>
    <message>
        <source>context slot %1 is not provided; a kernel that needs it would end the process</source>
        <translation>未提供上下文槽 %1；需要它的内核会终止进程</translation>
    </message>
    <message>
        <source>%1 %2 is not provided; a kernel that needs it would end the process</source>
        <translation>未提供 %1 %2；需要它的内核会终止进程</translation>
    </message>
    <message>
        <source>version &quot;%1&quot;: no TVM release of that version wrote files of variant %2 (%3)</source>
        <translation>版本“%1”：没有该版本的 TVM 写过变体 %2（%3）的文件</translation>
    </message>
    <message>
        <source>the host is virtual device %1 of %2</source>
        <translation>主机是虚拟设备 %1，共有 %2 个</translation>
    </message>
    <message>
        <source>constant %1 is for virtual device %2 of %3</source>
        <translation>常量 %1 属于虚拟设备 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>parameter %1 is on virtual device %2 of %3</source>
        <translation>参数 %1 位于虚拟设备 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>%1 is virtual device %2 of %3</source>
        <translation>%1 是虚拟设备 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>%1 is %2, which is negative</source>
        <translation>%1 为 %2，是负数</translation>
    </message>
    <message>
        <source>%1 is %2, not %3 to %4</source>
        <translation>%1 为 %2，不在 %3 至 %4 之内</translation>
    </message>
    <message>
        <source>attributes of packed function %1 of %2</source>
        <translation>打包函数 %1 的属性，但共有 %2 个</translation>
    </message>
    <message>
        <source>%1 dimensions, the maximum is %2</source>
        <translation>%1 维，最多 %2 维</translation>
    </message>
    <message>
        <source>an element has 0 bits</source>
        <translation>元素为 0 位</translation>
    </message>
    <message>
        <source>negative extent in %1</source>
        <translation>%1 中有负的维大小</translation>
    </message>
    <message>
        <source>%1 has more bytes than an int64 can count</source>
        <translation>%1 的字节数超出 int64</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes, but has %3</source>
        <translation>%1 需要 %2 字节，但只有 %3 字节</translation>
    </message>
    <message>
        <source>memory scope names constant %1 of %2</source>
        <translation>内存作用域指名常量 %1，但共有 %2 个</translation>
    </message>
    <message>
        <source>offset %1 is outside the %2 code words</source>
        <translation>偏移 %1 位于 %2 个代码字之外</translation>
    </message>
    <message>
        <source>offset %1 is not the end of the preceding instruction</source>
        <translation>偏移 %1 不是前一条指令的结尾</translation>
    </message>
    <message>
        <source>truncated by the end of the code</source>
        <translation>被代码结尾截断</translation>
    </message>
    <message>
        <source>%1 code words, but no instruction</source>
        <translation>有 %1 个代码字，但没有指令</translation>
    </message>
    <message>
        <source>the last instruction ends at word %1, the code has %2</source>
        <translation>最后一条指令在字 %1 处结束，代码有 %2 个字</translation>
    </message>
    <message>
        <source>opcode %1 is unknown</source>
        <translation>操作码 %1 未知</translation>
    </message>
    <message>
        <source>the call declares %1 arguments, %2 words follow and the maximum is %3</source>
        <translation>调用声明了 %1 个参数，其后有 %2 个字，最多 %3 个</translation>
    </message>
    <message>
        <source>%1 is %2, %3 words follow and the maximum is %4</source>
        <translation>%1 为 %2，其后有 %3 个字，最多 %4 个</translation>
    </message>
    <message>
        <source>instructions %1 to %2 belong to no function</source>
        <translation>指令 %1 至 %2 不属于任何函数</translation>
    </message>
    <message>
        <source>entry %1 has the same name as entry %2; the first is called</source>
        <translation>条目 %1 与条目 %2 同名；调用的是前者</translation>
    </message>
    <message>
        <source>kind %1 is unknown</source>
        <translation>种类 %1 未知</translation>
    </message>
    <message>
        <source>instructions %1 to %2 of %3</source>
        <translation>指令 %1 至 %2，但共有 %3 条</translation>
    </message>
    <message>
        <source>instructions %1 to %2 also belong to another function</source>
        <translation>指令 %1 至 %2 还属于另一函数</translation>
    </message>
    <message>
        <source>%1 registers, the maximum is %2</source>
        <translation>%1 个寄存器，最多 %2 个</translation>
    </message>
    <message>
        <source>%1 arguments do not fit in %2 registers</source>
        <translation>%1 个参数放不进 %2 个寄存器</translation>
    </message>
    <message>
        <source>%1 arguments do not fit in %2 registers besides the result</source>
        <translation>除结果外，%1 个参数放不进 %2 个寄存器</translation>
    </message>
    <message>
        <source>%1 parameter names for %2 arguments</source>
        <translation>%2 个参数有 %1 个参数名</translation>
    </message>
    <message>
        <source>argument %1 is register %2, the function has %3</source>
        <translation>参数 %1 是寄存器 %2，函数有 %3 个寄存器</translation>
    </message>
    <message>
        <source>argument %1 is special register %2</source>
        <translation>参数 %1 是特殊寄存器 %2</translation>
    </message>
    <message>
        <source>argument %1 is constant %2 of %3</source>
        <translation>参数 %1 是常量 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>argument %1 is function %2 of %3</source>
        <translation>参数 %1 是函数 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>argument %1 is packed function %2 of %3</source>
        <translation>参数 %1 是打包函数 %2，共有 %3 个</translation>
    </message>
    <message>
        <source>argument %1 is of kind %2</source>
        <translation>参数 %1 的种类为 %2</translation>
    </message>
    <message>
        <source>%1 (call %2)</source>
        <translation>%1（调用 %2）</translation>
    </message>
    <message>
        <source>%1 (call function %2)</source>
        <translation>%1（调用函数 %2）</translation>
    </message>
    <message>
        <source>%1 events in one chunk</source>
        <translation>一个数据块中有 %1 个事件</translation>
    </message>
    <message>
        <source>%1 values in one chunk</source>
        <translation>一个数据块中有 %1 个值</translation>
    </message>
    <message>
        <source>too many call sites in one trace</source>
        <translation>一份记录中的调用处过多</translation>
    </message>
    <message>
        <source>compressed data does not unpack to the %1 bytes expected</source>
        <translation>压缩数据解压后不是应有的 %1 字节</translation>
    </message>
    <message>
        <source>compressed data is damaged</source>
        <translation>压缩数据已损坏</translation>
    </message>
    <message>
        <source>function kind</source>
        <translation>函数种类</translation>
    </message>
    <message>
        <source>unknown kind of constant %1</source>
        <translation>常量 %1 的种类未知</translation>
    </message>
    <message>
        <source>the numbers of devices and constants differ</source>
        <translation>设备数与常量数不同</translation>
    </message>
    <message>
        <source>the numbers of device lists and functions differ</source>
        <translation>设备列表数与函数数不同</translation>
    </message>
    <message>
        <source>the numbers of devices and parameters differ</source>
        <translation>设备数与参数数不同</translation>
    </message>
    <message>
        <source>packed functions</source>
        <translation>打包函数</translation>
    </message>
    <message>
        <source>instruction set</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>instruction set %1 is not one of variant %2</source>
        <translation>指令集 %1 不属于变体 %2</translation>
    </message>
    <message>
        <source>packed functions begin outside the function table</source>
        <translation>打包函数从函数表之外开始</translation>
    </message>
    <message>
        <source>unknown variant %1</source>
        <translation>未知变体 %1</translation>
    </message>
    <message>
        <source>prefix must be 0 or 1</source>
        <translation>prefix 必须为 0 或 1</translation>
    </message>
    <message>
        <source>bytes after the executable</source>
        <translation>可执行文件之后的字节</translation>
    </message>
    <message>
        <source>cannot read %1</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>an SQLite database, but not a RelaxScope profile</source>
        <translation>是 SQLite 数据库，但不是 RelaxScope 性能记录</translation>
    </message>
    <message>
        <source>profile of version %1, this build reads %2 to %3</source>
        <translation>性能记录的版本为 %1，此版本程序读取 %2 至 %3</translation>
    </message>
    <message>
        <source>profile is damaged: %1</source>
        <translation>性能记录已损坏：%1</translation>
    </message>
    <message>
        <source>profile is damaged: table &quot;%1&quot; has an unexpected schema</source>
        <translation>性能记录已损坏：表“%1”的结构不符</translation>
    </message>
    <message>
        <source>profile is damaged: table &quot;%1&quot; lacks row %2</source>
        <translation>性能记录已损坏：表“%1”缺少第 %2 行</translation>
    </message>
    <message>
        <source>profile is damaged: kind of run %1</source>
        <translation>性能记录已损坏：运行 %1 的种类</translation>
    </message>
    <message>
        <source>profile is damaged: times of run %1</source>
        <translation>性能记录已损坏：运行 %1 的时间</translation>
    </message>
    <message>
        <source>profile is damaged: turn %1</source>
        <translation>性能记录已损坏：轮次 %1</translation>
    </message>
    <message>
        <source>profile is damaged: a run without conditions</source>
        <translation>性能记录已损坏：有运行缺少条件</translation>
    </message>
    <message>
        <source>profile is damaged: conditions of a run</source>
        <translation>性能记录已损坏：某次运行的条件</translation>
    </message>
    <message>
        <source>profile is damaged: time of unrecorded run %1</source>
        <translation>性能记录已损坏：未记录运行 %1 的时间</translation>
    </message>
    <message>
        <source>profile is damaged: times of other process %1</source>
        <translation>性能记录已损坏：其他进程 %1 的时间</translation>
    </message>
    <message>
        <source>profile is damaged: more than %1 processes</source>
        <translation>性能记录已损坏：超过 %1 个进程</translation>
    </message>
    <message>
        <source>unpacks to an implausible size (%1 bytes more)</source>
        <translation>解压后的大小不合理（多出 %1 字节）</translation>
    </message>
    <message>
        <source>negative count %1</source>
        <translation>负的个数 %1</translation>
    </message>
    <message>
        <source>profile is damaged: chunk %1: %2</source>
        <translation>性能记录已损坏：数据块 %1：%2</translation>
    </message>
    <message>
        <source>profile is damaged: executable: %1</source>
        <translation>性能记录已损坏：可执行文件：%1</translation>
    </message>
    <message>
        <source>not a profile: not an SQLite database</source>
        <translation>不是性能记录：不是 SQLite 数据库</translation>
    </message>
    <message>
        <source>not enough memory to read this profile</source>
        <translation>内存不足，无法读取该性能记录</translation>
    </message>
    <message>
        <source>cannot be written: it is not a file</source>
        <translation>无法写入：它不是文件</translation>
    </message>
    <message>
        <source>an argument of unknown type</source>
        <translation>有参数的类型未知</translation>
    </message>
    <message>
        <source>lists of arguments are out of order</source>
        <translation>参数列表的次序错误</translation>
    </message>
    <message>
        <source>an argument&apos;s shape is outside its column</source>
        <translation>有参数的形状位于其列之外</translation>
    </message>
    <message>
        <source>arguments that belong to no event or to several lists</source>
        <translation>有参数不属于任何事件，或属于多个列表</translation>
    </message>
    <message>
        <source>an event with arguments that are not recorded</source>
        <translation>有事件的参数未被记录</translation>
    </message>
    <message>
        <source>a shape-heap value that belongs to no event</source>
        <translation>有形状堆的值不属于任何事件</translation>
    </message>
    <message>
        <source>a memory record that belongs to no event</source>
        <translation>有内存记录不属于任何事件</translation>
    </message>
    <message>
        <source>an event of %1 ns</source>
        <translation>一个事件为 %1 ns</translation>
    </message>
    <message>
        <source>an event with values of %1 ns</source>
        <translation>一个带值的事件为 %1 ns</translation>
    </message>
    <message>
        <source>a reading of the clock of %1 ns</source>
        <translation>一次读时钟为 %1 ns</translation>
    </message>
    <message>
        <source>a call of compiled code of %1 ns</source>
        <translation>编译代码的一次调用为 %1 ns</translation>
    </message>
    <message>
        <source>ns_per_tick must be positive</source>
        <translation>ns_per_tick 必须为正</translation>
    </message>
    <message>
        <source>conditions of a run are out of range</source>
        <translation>某次运行的条件超出范围</translation>
    </message>
    <message>
        <source>times %1 + %2 of a run are out of range</source>
        <translation>某次运行的时间 %1 + %2 超出范围</translation>
    </message>
    <message>
        <source>event %1: times %2 + %3 are out of range</source>
        <translation>事件 %1：时间 %2 + %3 超出范围</translation>
    </message>
    <message>
        <source>event %1: unknown kind %2</source>
        <translation>事件 %1：未知种类 %2</translation>
    </message>
    <message>
        <source>event %1: function %2 or callee %3 does not exist</source>
        <translation>事件 %1：函数 %2 或被调用者 %3 不存在</translation>
    </message>
    <message>
        <source>a shape-heap value that belongs to no function</source>
        <translation>有形状堆的值不属于任何函数</translation>
    </message>
    <message>
        <source>CBOR data is truncated</source>
        <translation>CBOR 数据被截断</translation>
    </message>
    <message>
        <source>CBOR data uses an unsupported form</source>
        <translation>CBOR 数据使用了不支持的形式</translation>
    </message>
    <message>
        <source>CBOR data holds too many items</source>
        <translation>CBOR 数据的项过多</translation>
    </message>
    <message>
        <source>CBOR length exceeds the payload</source>
        <translation>CBOR 长度超出内容</translation>
    </message>
    <message>
        <source>CBOR item count exceeds the payload</source>
        <translation>CBOR 项数超出内容</translation>
    </message>
    <message>
        <source>CBOR data is nested too deeply</source>
        <translation>CBOR 数据嵌套过深</translation>
    </message>
    <message>
        <source>CBOR data holds a tag</source>
        <translation>CBOR 数据含有标签</translation>
    </message>
    <message>
        <source>bytes after the CBOR data</source>
        <translation>CBOR 数据之后还有字节</translation>
    </message>
    <message>
        <source>event batch: shorter than its header</source>
        <translation>事件批次：比其头部还短</translation>
    </message>
    <message>
        <source>event batch: its counts do not match its size</source>
        <translation>事件批次：个数与大小不符</translation>
    </message>
    <message>
        <source>event batch: unknown kind of a run</source>
        <translation>事件批次：运行的种类未知</translation>
    </message>
    <message>
        <source>event batch: %1</source>
        <translation>事件批次：%1</translation>
    </message>
    <message>
        <source>%1 is not a map</source>
        <translation>%1 不是映射</translation>
    </message>
    <message>
        <source>%1 has no field %2</source>
        <translation>%1 没有字段 %2</translation>
    </message>
    <message>
        <source>%1 is not a boolean</source>
        <translation>%1 不是布尔值</translation>
    </message>
    <message>
        <source>%1 is not a string</source>
        <translation>%1 不是字符串</translation>
    </message>
    <message>
        <source>%1 refers to data that was not sent</source>
        <translation>%1 指向未发送的数据</translation>
    </message>
    <message>
        <source>%1 is too large</source>
        <translation>%1 过大</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 不是列表</translation>
    </message>
    <message>
        <source>%1 is nested too deeply</source>
        <translation>%1 嵌套过深</translation>
    </message>
    <message>
        <source>%1 has an unknown kind of value</source>
        <translation>%1 的值的种类未知</translation>
    </message>
    <message>
        <source>%1 is larger than a frame of the protocol</source>
        <translation>%1 大于协议的一帧</translation>
    </message>
    <message>
        <source>frame of unknown type %1</source>
        <translation>未知类型 %1 的帧</translation>
    </message>
    <message>
        <source>%1: CBOR data cannot be read</source>
        <translation>%1：无法读取 CBOR 数据</translation>
    </message>
    <message>
        <source>a frame of %1 bytes, at most %2 are allowed</source>
        <translation>一帧为 %1 字节，最多允许 %2 字节</translation>
    </message>
    <message>
        <source>a frame of unknown type %1</source>
        <translation>一帧的类型 %1 未知</translation>
    </message>
    <message>
        <source>the first frame is not a greeting</source>
        <translation>第一帧不是问候</translation>
    </message>
    <message>
        <source>tensor data without an index</source>
        <translation>张量数据没有索引</translation>
    </message>
    <message>
        <source>tensor data out of order</source>
        <translation>张量数据的次序错误</translation>
    </message>
    <message>
        <source>more tensor data than a message may hold</source>
        <translation>张量数据超出一条消息的容量</translation>
    </message>
    <message>
        <source>more tensors than a message may hold</source>
        <translation>张量个数超出一条消息的容量</translation>
    </message>
    <message>
        <source>there is no such function</source>
        <translation>没有这样的函数</translation>
    </message>
    <message>
        <source>a constant&apos;s number</source>
        <translation>常量的编号</translation>
    </message>
    <message>
        <source>constants must be in order: c[%1] is next</source>
        <translation>常量必须按顺序：下一个是 c[%1]</translation>
    </message>
    <message>
        <source>a constant&apos;s number or name is expected</source>
        <translation>应为常量的编号或名称</translation>
    </message>
    <message>
        <source>duplicate constant %1</source>
        <translation>常量 %1 重复</translation>
    </message>
    <message>
        <source>a constant kind is expected: tensor, dtype, shape, string, int, float, late_bound or unknown</source>
        <translation>应为常量种类：tensor、dtype、shape、string、int、float、late_bound 或 unknown</translation>
    </message>
    <message>
        <source>a number such as 0x7ff8000000000000</source>
        <translation>形如 0x7ff8000000000000 的数</translation>
    </message>
    <message>
        <source>a device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>a number such as 0x10</source>
        <translation>形如 0x10 的数</translation>
    </message>
    <message>
        <source>there is no tensor of this type and shape</source>
        <translation>不存在这种类型与形状的张量</translation>
    </message>
    <message>
        <source>the array has %1 bytes, the tensor needs %2</source>
        <translation>数组有 %1 字节，张量需要 %2 字节</translation>
    </message>
    <message>
        <source>the data of such a tensor is written as hex {...}</source>
        <translation>这种张量的数据写作 hex {...}</translation>
    </message>
    <message>
        <source>hex {...} or side &quot;...&quot; is expected</source>
        <translation>应为 hex {...} 或 side &quot;...&quot;</translation>
    </message>
    <message>
        <source>%1 bytes are given, the tensor has %2</source>
        <translation>给出了 %1 字节，张量有 %2 字节</translation>
    </message>
    <message>
        <source>%1 numbers are given, the tensor has %2</source>
        <translation>给出了 %1 个数，张量有 %2 个</translation>
    </message>
    <message>
        <source>pairs of hexadecimal digits are expected</source>
        <translation>应为成对的十六进制数字</translation>
    </message>
    <message>
        <source>a number is expected, such as 2.5, inf or nan</source>
        <translation>应为数值，例如 2.5、inf 或 nan</translation>
    </message>
    <message>
        <source>an unsigned 64-bit number is expected</source>
        <translation>应为无符号 64 位数</translation>
    </message>
    <message>
        <source>missing &quot;}&quot; for the data that begins here</source>
        <translation>从此处开始的数据缺少“}”</translation>
    </message>
    <message>
        <source>an instruction is expected (%1), a label, or a directive</source>
        <translation>应为指令（%1）、标签或指示行</translation>
    </message>
    <message>
        <source>unexpected text after the statement</source>
        <translation>语句之后有多余文本</translation>
    </message>
    <message>
        <source>&quot;,&quot; or &quot;dst:&quot; is expected</source>
        <translation>应为“,”或“dst:”</translation>
    </message>
    <message>
        <source>the value does not fit in an argument&apos;s 56 bits</source>
        <translation>该值放不进参数的 56 位</translation>
    </message>
    <message>
        <source>a number after i, such as i-5,</source>
        <translation>i 之后的数（例如 i-5）</translation>
    </message>
    <message>
        <source>a constant&apos;s number or name is expected, such as c[0]</source>
        <translation>应为常量的编号或名称，例如 c[0]</translation>
    </message>
    <message>
        <source>an argument kind</source>
        <translation>参数种类</translation>
    </message>
    <message>
        <source>an argument is expected: %1, i5, c[0] or f[name]</source>
        <translation>应为参数：%1、i5、c[0] 或 f[name]</translation>
    </message>
    <message>
        <source>a register is expected, such as %1</source>
        <translation>应为寄存器，例如 %1</translation>
    </message>
    <message>
        <source>a register&apos;s number</source>
        <translation>寄存器的编号</translation>
    </message>
    <message>
        <source>a row of the function table</source>
        <translation>函数表的行号</translation>
    </message>
    <message>
        <source>a packed function by number needs packed_base= in the .executable line</source>
        <translation>按编号写打包函数需要 .executable 行中的 packed_base=</translation>
    </message>
    <message>
        <source>a function&apos;s name is expected</source>
        <translation>应为函数名</translation>
    </message>
    <message>
        <source>an offset or a label is expected</source>
        <translation>应为偏移或标签</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 has no such field</source>
        <translation>%1 没有这样的字段</translation>
    </message>
    <message>
        <source>code, bits and lanes are expected</source>
        <translation>应为 code、bits 与 lanes</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is expected</source>
        <translation>应为“%1”</translation>
    </message>
    <message>
        <source>the number does not fit in 64 bits</source>
        <translation>该数超出 64 位</translation>
    </message>
    <message>
        <source>%1 is expected</source>
        <translation>应为%1</translation>
    </message>
    <message>
        <source>%1 between %2 and %3 is expected, not %4</source>
        <translation>应为 %2 至 %3 之间的%1，而非 %4</translation>
    </message>
    <message>
        <source>the number is out of a float&apos;s range</source>
        <translation>该数超出浮点数的范围</translation>
    </message>
    <message>
        <source>a string in double quotes is expected</source>
        <translation>应为双引号中的字符串</translation>
    </message>
    <message>
        <source>an escape is one of \\ \&quot; \n \t \r \xNN</source>
        <translation>转义只有 \\ \&quot; \n \t \r \xNN</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>字符串未结束</translation>
    </message>
    <message>
        <source>a string in quotes is expected</source>
        <translation>应为引号中的字符串</translation>
    </message>
    <message>
        <source>an escape is one of \\ \&quot; \&apos; \n \t \r \xNN \uNNNN \UNNNNNNNN</source>
        <translation>转义只有 \\ \&quot; \&apos; \n \t \r \xNN \uNNNN \UNNNNNNNN</translation>
    </message>
    <message>
        <source>a data type is expected, such as float32</source>
        <translation>应为数据类型，例如 float32</translation>
    </message>
    <message>
        <source>dtype(code, bits, lanes) takes numbers up to 255, 255 and 65535</source>
        <translation>dtype(code, bits, lanes) 的数最大为 255、255 与 65535</translation>
    </message>
    <message>
        <source>duplicate function %1; the name refers to the first</source>
        <translation>函数 %1 重复；该名称指第一个</translation>
    </message>
    <message>
        <source>no .side line names the file that holds the data</source>
        <translation>没有 .side 行指明存放数据的文件</translation>
    </message>
    <message>
        <source>side files cannot be read here</source>
        <translation>此处无法读取附属文件</translation>
    </message>
    <message>
        <source>duplicate label %1 in this function</source>
        <translation>该函数中标签 %1 重复</translation>
    </message>
    <message>
        <source>no label %1 in this function</source>
        <translation>该函数中没有标签 %1</translation>
    </message>
    <message>
        <source>no constant %1; a line `.const c[%1] = ...` would make it</source>
        <translation>没有常量 %1；可用 `.const c[%1] = ...` 行创建</translation>
    </message>
    <message>
        <source>%1 is not a packed function</source>
        <translation>%1 不是打包函数</translation>
    </message>
    <message>
        <source>no function %1; a line `@%2 packed_func;` would declare it</source>
        <translation>没有函数 %1；可用 `@%2 packed_func;` 行声明</translation>
    </message>
    <message>
        <source>a function is expected: `@name(...):`</source>
        <translation>应为函数：`@name(...):`</translation>
    </message>
    <message>
        <source>functions of damaged code can only be edited in the text of the whole executable</source>
        <translation>损坏代码的函数只能在整个可执行文件的文本中编辑</translation>
    </message>
    <message>
        <source>only functions are allowed here, not `.code:`</source>
        <translation>此处只允许函数，不允许 `.code:`</translation>
    </message>
    <message>
        <source>the values of %1 constants are unknown; give them with `.const` lines</source>
        <translation>%1 个常量的值未知；请用 `.const` 行给出</translation>
    </message>
    <message>
        <source>packed functions cannot begin at row %1 of %2</source>
        <translation>打包函数不能从第 %1 行开始（共 %2 行）</translation>
    </message>
    <message>
        <source>the parameter counts of %1 functions are not given; they are inferred from the registers</source>
        <translation>未给出 %1 个函数的参数个数；已由寄存器推断</translation>
    </message>
    <message>
        <source>the register counts of %1 compiled functions are not given; one more than the parameters is assumed</source>
        <translation>未给出 %1 个编译函数的寄存器数；假定比参数多一个</translation>
    </message>
    <message>
        <source>the order of the function table is not given; functions are in order of appearance</source>
        <translation>未给出函数表的顺序；函数按出现顺序排列</translation>
    </message>
    <message>
        <source>%1.convert_constant(...), %1.get() or relax.ExecBuilder() is expected</source>
        <translation>应为 %1.convert_constant(...)、%1.get() 或 relax.ExecBuilder()</translation>
    </message>
    <message>
        <source>a statement of the python form is expected, such as %1.emit_ret(%1.r(0))</source>
        <translation>应为 python 形式的语句，例如 %1.emit_ret(%1.r(0))</translation>
    </message>
    <message>
        <source>instructions must be inside `with ib.function(...):`</source>
        <translation>指令必须在 `with ib.function(...):` 之内</translation>
    </message>
    <message>
        <source>a method of the builder is expected: emit_call, emit_ret, emit_goto, emit_if, function, declare_function, convert_constant or get</source>
        <translation>应为构建器的方法：emit_call、emit_ret、emit_goto、emit_if、function、declare_function、convert_constant 或 get</translation>
    </message>
    <message>
        <source>a function&apos;s kind</source>
        <translation>函数的种类</translation>
    </message>
    <message>
        <source>the function is already in the table</source>
        <translation>该函数已在表中</translation>
    </message>
    <message>
        <source>registers=, start=, end= or order= is expected</source>
        <translation>应为 registers=、start=、end= 或 order=</translation>
    </message>
    <message>
        <source>&quot;function&quot; is expected</source>
        <translation>应为“function”</translation>
    </message>
    <message>
        <source>num_inputs= or param_names= is expected</source>
        <translation>应为 num_inputs= 或 param_names=</translation>
    </message>
    <message>
        <source>a function&apos;s name in quotes is expected</source>
        <translation>应为引号中的函数名</translation>
    </message>
    <message>
        <source>a register is expected: r(3), vm_state() or void_arg()</source>
        <translation>应为寄存器：r(3)、vm_state() 或 void_arg()</translation>
    </message>
    <message>
        <source>no constant %1</source>
        <translation>没有常量 %1</translation>
    </message>
    <message>
        <source>one float64 is expected</source>
        <translation>应为一个 float64</translation>
    </message>
    <message>
        <source>float(&quot;nan&quot;), float(&quot;inf&quot;) or float(&quot;-inf&quot;) is expected</source>
        <translation>应为 float(&quot;nan&quot;)、float(&quot;inf&quot;) 或 float(&quot;-inf&quot;)</translation>
    </message>
    <message>
        <source>a value is expected: a string, a number, DataType(...), ShapeTuple(...) or tensor(...)</source>
        <translation>应为值：字符串、数、DataType(...)、ShapeTuple(...) 或 tensor(...)</translation>
    </message>
    <message>
        <source>%1 bytes do not fill a tensor of this type and shape</source>
        <translation>%1 字节不能填满这种类型与形状的张量</translation>
    </message>
    <message>
        <source>bytes.fromhex(&quot;...&quot;) is expected</source>
        <translation>应为 bytes.fromhex(&quot;...&quot;)</translation>
    </message>
    <message>
        <source>np.array(...), np.frombuffer(...) or np.load(...)[...] is expected</source>
        <translation>应为 np.array(...)、np.frombuffer(...) 或 np.load(...)[...]</translation>
    </message>
    <message>
        <source>a list of numbers in [ ] is expected</source>
        <translation>应为 [ ] 中的数列表</translation>
    </message>
    <message>
        <source>an unsigned number is expected</source>
        <translation>应为无符号数</translation>
    </message>
    <message>
        <source>numbers of this dtype are written as np.frombuffer(bytes.fromhex(&quot;...&quot;), ...)</source>
        <translation>这种 dtype 的数写作 np.frombuffer(bytes.fromhex(&quot;...&quot;), ...)</translation>
    </message>
    <message>
        <source>instructions must be inside a function (`@name(...):`) or `.code:`</source>
        <translation>指令必须在函数（`@name(...):`）或 `.code:` 之内</translation>
    </message>
    <message>
        <source>a directive is expected, one of%1</source>
        <translation>应为指示行，可为：%1</translation>
    </message>
    <message>
        <source>the .executable line must come once, before everything else</source>
        <translation>.executable 行必须只出现一次，且在所有内容之前</translation>
    </message>
    <message>
        <source>unknown variant &quot;%1&quot;; the current one is R5</source>
        <translation>未知变体“%1”；当前为 R5</translation>
    </message>
    <message>
        <source>version=&quot;...&quot;, outer_prefix, packed_base=N or early_if is expected</source>
        <translation>应为 version=&quot;...&quot;、outer_prefix、packed_base=N 或 early_if</translation>
    </message>
    <message>
        <source>version=&quot;...&quot; is expected: the release that wrote it</source>
        <translation>应为 version=&quot;...&quot;：写出它的版本</translation>
    </message>
    <message>
        <source>a constant&apos;s number, or the name of an earlier one, is expected</source>
        <translation>应为常量的编号，或先前常量的名称</translation>
    </message>
    <message>
        <source>a device&apos;s number</source>
        <translation>设备的编号</translation>
    </message>
    <message>
        <source>a packed index</source>
        <translation>打包索引</translation>
    </message>
    <message>
        <source>only a Relay executable has devices and attributes</source>
        <translation>只有 Relay 可执行文件才有设备与属性</translation>
    </message>
    <message>
        <source>a word offset</source>
        <translation>字偏移</translation>
    </message>
    <message>
        <source>an attribute (num_inputs= registers= start= end= order=), a kind, &quot;:&quot; or &quot;;&quot; is expected</source>
        <translation>应为属性（num_inputs= registers= start= end= order=）、种类、“:”或“;”</translation>
    </message>
    <message>
        <source>&quot;:&quot; or &quot;;&quot; is expected</source>
        <translation>应为“:”或“;”</translation>
    </message>
    <message>
        <source>packed_func, vm_tir_func or vm_func is expected before &quot;;&quot;</source>
        <translation>“;”之前应为 packed_func、vm_tir_func 或 vm_func</translation>
    </message>
    <message>
        <source>a kind&apos;s number</source>
        <translation>种类的编号</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must come before the code</source>
        <translation>“%1”必须在代码之前</translation>
    </message>
    <message>
        <source>unknown form %1; only %2 is supported</source>
        <translation>未知形式 %1；只支持 %2</translation>
    </message>
    <message>
        <source>&quot;relaxscope&quot; must be &quot;executable&quot;</source>
        <translation>“relaxscope”必须为“executable”</translation>
    </message>
    <message>
        <source>unknown variant &quot;%1&quot;</source>
        <translation>未知变体“%1”</translation>
    </message>
    <message>
        <source>&quot;entries&quot; must be a list of alternating names and values</source>
        <translation>“entries”必须是名称与值交替的列表</translation>
    </message>
    <message>
        <source>&quot;params&quot; must be a list</source>
        <translation>“params”必须是列表</translation>
    </message>
    <message>
        <source>&quot;device&quot; must be [type, id]</source>
        <translation>“device”必须是 [type, id]</translation>
    </message>
    <message>
        <source>unknown constant kind &quot;%1&quot;</source>
        <translation>未知常量种类“%1”</translation>
    </message>
    <message>
        <source>no function %1 among those listed before</source>
        <translation>之前列出的函数中没有 %1</translation>
    </message>
    <message>
        <source>argument %1 is invalid</source>
        <translation>参数 %1 无效</translation>
    </message>
    <message>
        <source>op &quot;%1&quot; is unknown to %2</source>
        <translation>%2 没有操作“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list</source>
        <translation>“%1”必须是列表</translation>
    </message>
    <message>
        <source>unknown op &quot;%1&quot;</source>
        <translation>未知操作“%1”</translation>
    </message>
    <message>
        <source>an array is named without a side file</source>
        <translation>指名了数组，但没有附属文件</translation>
    </message>
    <message>
        <source>%1 has no devices, attributes or order of code</source>
        <translation>%1 没有设备、属性或代码顺序</translation>
    </message>
    <message>
        <source>&quot;form&quot; is missing</source>
        <translation>缺少“form”</translation>
    </message>
    <message>
        <source>both &quot;instructions&quot; and raw words are given</source>
        <translation>同时给出了“instructions”与原始字</translation>
    </message>
    <message>
        <source>the form must be an object</source>
        <translation>该形式必须是对象</translation>
    </message>
    <message>
        <source>lists are nested too deeply</source>
        <translation>列表嵌套过深</translation>
    </message>
    <message>
        <source>JSON form: not JSON</source>
        <translation>JSON 形式：不是 JSON</translation>
    </message>
    <message>
        <source>JSON form: %1</source>
        <translation>JSON 形式：%1</translation>
    </message>
    <message>
        <source>an object is required</source>
        <translation>需要对象</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing</source>
        <translation>缺少“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not fit in 64 bits</source>
        <translation>“%1”超出 64 位</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be an integer</source>
        <translation>“%1”必须是整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be an unsigned integer</source>
        <translation>“%1”必须是无符号整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be true or false</source>
        <translation>“%1”必须为 true 或 false</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a string</source>
        <translation>“%1”必须是字符串</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: invalid escape; only \\ and \xNN are allowed</source>
        <translation>“%1”：无效转义；只允许 \\ 与 \xNN</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has an odd number of digits</source>
        <translation>“%1”的数字个数为奇数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must hold hexadecimal digits only</source>
        <translation>“%1”只能含十六进制数字</translation>
    </message>
    <message>
        <source>&quot;value&quot; must be a number</source>
        <translation>“value”必须是数</translation>
    </message>
    <message>
        <source>&quot;float_bits&quot; must have 16 digits</source>
        <translation>“float_bits”必须有 16 位数字</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: %2 is out of range</source>
        <translation>“%1”：%2 超出范围</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 条</translation>
    </message>
    <message>
        <source>Tensor does not fit in its storage</source>
        <translation>张量超出其存储块</translation>
    </message>
    <message>
        <source>Call does not match the kernel&apos;s signature</source>
        <translation>调用与内核签名不符</translation>
    </message>
    <message>
        <source>Register is read but not written on the way</source>
        <translation>寄存器在写入之前被读取</translation>
    </message>
    <message>
        <source>Slot of the shape heap is read but never written</source>
        <translation>形状堆的槽位被读取但从未写入</translation>
    </message>
    <message>
        <source>Weights are transposed on every run</source>
        <translation>每次运行都转置权重</translation>
    </message>
    <message>
        <source>Weights are converted to another type on every run</source>
        <translation>每次运行都转换权重的类型</translation>
    </message>
    <message>
        <source>Tensor is copied from device to device twice in a row</source>
        <translation>张量在设备间连续复制两次</translation>
    </message>
    <message>
        <source>Elementwise kernels in a row were not fused</source>
        <translation>连续的逐元素内核未融合</translation>
    </message>
    <message>
        <source>Transposes in a row</source>
        <translation>连续的转置</translation>
    </message>
    <message>
        <source>Same kernel runs twice on the same inputs</source>
        <translation>同一内核对相同输入运行两次</translation>
    </message>
    <message>
        <source>Output of a kernel is never read</source>
        <translation>内核的输出从未被读取</translation>
    </message>
    <message>
        <source>Result of a call is never read</source>
        <translation>调用的结果从未被读取</translation>
    </message>
    <message>
        <source>Same check in every round of a loop</source>
        <translation>循环每一轮都做同样的检查</translation>
    </message>
    <message>
        <source>Constants are stored more than once</source>
        <translation>常量被重复存储</translation>
    </message>
    <message>
        <source>Code that cannot be reached</source>
        <translation>不可达的代码</translation>
    </message>
    <message>
        <source>Kernel copies a tensor to reshape it</source>
        <translation>内核为改变形状而复制张量</translation>
    </message>
    <message>
        <source>Tensors are copied to a device</source>
        <translation>张量被复制到设备</translation>
    </message>
    <message>
        <source>Same check on the same value</source>
        <translation>对同一个值做同样的检查</translation>
    </message>
    <message>
        <source>Reshapes in a row</source>
        <translation>连续的 reshape</translation>
    </message>
    <message>
        <source>Tuple is built only to be taken apart</source>
        <translation>元组构造后只被拆开</translation>
    </message>
    <message>
        <source>Same allocation in every round of a loop</source>
        <translation>循环每一轮都做同样的分配</translation>
    </message>
    <message>
        <source>Register file far above its peak</source>
        <translation>寄存器文件远大于峰值</translation>
    </message>
    <message>
        <source>Storage is allocated although an equal one is free</source>
        <translation>有相同的空闲存储块却仍新分配</translation>
    </message>
    <message>
        <source>Constant that no instruction mentions</source>
        <translation>没有指令提及的常量</translation>
    </message>
    <message>
        <source>Function without a caller</source>
        <translation>没有调用者的函数</translation>
    </message>
    <message>
        <source>Kernels without a caller</source>
        <translation>没有调用者的内核</translation>
    </message>
    <message>
        <source>Repeated region</source>
        <translation>重复区域</translation>
    </message>
    <message>
        <source>rank %1, not %2</source>
        <translation>秩为 %1，应为 %2</translation>
    </message>
    <message>
        <source>extent %1, not %2</source>
        <translation>长度为 %1，应为 %2</translation>
    </message>
    <message>
        <source>%1 arguments, not %2</source>
        <translation>%1 个参数，应为 %2 个</translation>
    </message>
    <message>
        <source>1 call passes what its kernel refuses.</source>
        <translation>1 处调用传入了内核不接受的参数。</translation>
    </message>
    <message>
        <source>%1 calls pass what their kernel refuses.</source>
        <translation>%1 处调用传入了内核不接受的参数。</translation>
    </message>
    <message>
        <source>offset %1, storage of %2 bytes</source>
        <translation>偏移 %1，存储块 %2 字节</translation>
    </message>
    <message>
        <source>1 tensor ends outside of the storage that it is placed in.</source>
        <translation>1 个张量的末尾超出所在的存储块。</translation>
    </message>
    <message>
        <source>%1 tensors end outside of the storage that they are placed in.</source>
        <translation>%1 个张量的末尾超出所在的存储块。</translation>
    </message>
    <message>
        <source>1 result is read once, by the next elementwise kernel.</source>
        <translation>1 个结果只被下一个逐元素内核读取一次。</translation>
    </message>
    <message>
        <source>%1 results are read once each, by the next elementwise kernel.</source>
        <translation>%1 个结果各只被下一个逐元素内核读取一次。</translation>
    </message>
    <message>
        <source>1 transpose reads nothing but the result of another transpose.</source>
        <translation>1 个转置只读取另一个转置的结果。</translation>
    </message>
    <message>
        <source>%1 transposes read nothing but the result of another transpose.</source>
        <translation>%1 个转置只读取另一个转置的结果。</translation>
    </message>
    <message>
        <source>1 call copies a tensor whose elements stay in order.</source>
        <translation>1 处调用复制了元素顺序不变的张量。</translation>
    </message>
    <message>
        <source>%1 calls copy a tensor whose elements stay in order.</source>
        <translation>%1 处调用复制了元素顺序不变的张量。</translation>
    </message>
    <message>
        <source>1 reshape reads a view that nothing else reads.</source>
        <translation>1 个 reshape 读取没有其他读者的视图。</translation>
    </message>
    <message>
        <source>%1 reshapes read a view that nothing else reads.</source>
        <translation>%1 个 reshape 读取没有其他读者的视图。</translation>
    </message>
    <message>
        <source>1 tuple is read only by calls that take its fields out again.</source>
        <translation>1 个元组只被取出其字段的调用读取。</translation>
    </message>
    <message>
        <source>%1 tuples are read only by calls that take their fields out again.</source>
        <translation>%1 个元组只被取出其字段的调用读取。</translation>
    </message>
    <message>
        <source>1 check repeats one that the same value has passed.</source>
        <translation>1 个检查重复了同一个值已通过的检查。</translation>
    </message>
    <message>
        <source>%1 checks repeat one that the same value has passed.</source>
        <translation>%1 个检查重复了同一个值已通过的检查。</translation>
    </message>
    <message>
        <source>1 call reads one weight and nothing else, and lays it out anew.</source>
        <translation>1 处调用只读取一个权重，并重新排列其布局。</translation>
    </message>
    <message>
        <source>%1 calls read one weight each and nothing else, and lay it out anew.</source>
        <translation>%1 处调用各只读取一个权重，并重新排列其布局。</translation>
    </message>
    <message>
        <source>1 call reads one weight and nothing else, and converts it.</source>
        <translation>1 处调用只读取一个权重，并转换其类型。</translation>
    </message>
    <message>
        <source>%1 calls read one weight each and nothing else, and convert it.</source>
        <translation>%1 处调用各只读取一个权重，并转换其类型。</translation>
    </message>
    <message>
        <source>1 constant equals an earlier one: %1 bytes.</source>
        <translation>1 个常量与之前的常量相同：%1 字节。</translation>
    </message>
    <message>
        <source>%1 constants equal earlier ones: %2 bytes.</source>
        <translation>%1 个常量与之前的常量相同：%2 字节。</translation>
    </message>
    <message>
        <source>No instruction mentions 1 constant: %1 bytes.</source>
        <translation>1 个常量没有指令提及：%1 字节。</translation>
    </message>
    <message>
        <source>No instruction mentions %1 constants: %2 bytes.</source>
        <translation>%1 个常量没有指令提及：%2 字节。</translation>
    </message>
    <message>
        <source>1 call copies a tensor to a device.</source>
        <translation>1 处调用把张量复制到设备。</translation>
    </message>
    <message>
        <source>%1 calls copy a tensor each to a device.</source>
        <translation>%1 处调用各把一个张量复制到设备。</translation>
    </message>
    <message>
        <source>1 copy is read by nothing but another copy.</source>
        <translation>1 次复制的结果只被另一次复制读取。</translation>
    </message>
    <message>
        <source>%1 copies are read by nothing but another copy.</source>
        <translation>%1 次复制的结果只被另一次复制读取。</translation>
    </message>
    <message>
        <source>1 call each</source>
        <translation>每份 1 处调用</translation>
    </message>
    <message>
        <source>%1 calls each</source>
        <translation>每份 %1 处调用</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 处调用</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 处调用</translation>
    </message>
    <message>
        <source>The same call runs %1 times in a row.</source>
        <translation>同一处调用连续运行 %1 次。</translation>
    </message>
    <message>
        <source>The same %1 calls run %2 times in a row.</source>
        <translation>同样的 %1 处调用连续运行 %2 次。</translation>
    </message>
    <message>
        <source>Parameters name %1 layers of %2, whose calls differ.</source>
        <translation>参数命名了 %2 的 %1 个层，它们的调用各不相同。</translation>
    </message>
    <message>
        <source>%1 sequences of calls run several times in a row.</source>
        <translation>%1 个调用序列连续运行多次。</translation>
    </message>
    <message>
        <source>1 check in a loop is of a value that does not change in it.</source>
        <translation>循环中有 1 个检查针对循环内不变的值。</translation>
    </message>
    <message>
        <source>%1 checks in loops are of values that do not change in them.</source>
        <translation>循环中有 %1 个检查针对循环内不变的值。</translation>
    </message>
    <message>
        <source>1 allocation in a loop has the same size in each round.</source>
        <translation>循环中有 1 次分配每轮大小相同。</translation>
    </message>
    <message>
        <source>%1 allocations in loops have the same size in each round.</source>
        <translation>循环中有 %1 次分配每轮大小相同。</translation>
    </message>
    <message>
        <source>No jump leads to 1 instruction.</source>
        <translation>没有跳转到达 1 条指令。</translation>
    </message>
    <message>
        <source>No jump leads to %1 instructions.</source>
        <translation>没有跳转到达 %1 条指令。</translation>
    </message>
    <message>
        <source>%1 registers, at most %2 alive at once.</source>
        <translation>%1 个寄存器，同时存活的最多 %2 个。</translation>
    </message>
    <message>
        <source>1 call has the inputs of an earlier call of its kernel.</source>
        <translation>1 处调用与同一内核之前的调用输入相同。</translation>
    </message>
    <message>
        <source>%1 calls have the inputs of an earlier call of their kernel.</source>
        <translation>%1 处调用与同一内核之前的调用输入相同。</translation>
    </message>
    <message>
        <source>1 call computes what nothing reads.</source>
        <translation>1 处调用的计算结果无人读取。</translation>
    </message>
    <message>
        <source>%1 calls compute what nothing reads.</source>
        <translation>%1 处调用的计算结果无人读取。</translation>
    </message>
    <message>
        <source>1 call makes what nothing reads.</source>
        <translation>1 处调用的产物无人读取。</translation>
    </message>
    <message>
        <source>%1 calls make what nothing reads.</source>
        <translation>%1 处调用的产物无人读取。</translation>
    </message>
    <message>
        <source>1 operand reads a register that no path to it writes.</source>
        <translation>1 个操作数读取了没有路径写入的寄存器。</translation>
    </message>
    <message>
        <source>%1 operands read a register that no path to them writes.</source>
        <translation>%1 个操作数读取了没有路径写入的寄存器。</translation>
    </message>
    <message>
        <source>1 call reads a slot that no call has written.</source>
        <translation>1 处调用读取了从未写入的槽位。</translation>
    </message>
    <message>
        <source>%1 calls read slots that no call has written.</source>
        <translation>%1 处调用读取了从未写入的槽位。</translation>
    </message>
    <message>
        <source>1 storage could take over a block.</source>
        <translation>1 个存储块可以沿用空闲块。</translation>
    </message>
    <message>
        <source>%1 storages could take over a block each.</source>
        <translation>%1 个存储块可以各沿用一个空闲块。</translation>
    </message>
    <message>
        <source>1 storage of %1 bytes could take over a block.</source>
        <translation>1 个 %1 字节的存储块可以沿用空闲块。</translation>
    </message>
    <message>
        <source>%1 storages, %2 bytes in all, could take over a block each.</source>
        <translation>%1 个存储块（共 %2 字节）可以各沿用一个空闲块。</translation>
    </message>
    <message>
        <source>1 function of the table has no caller that an entry reaches.</source>
        <translation>函数表中有 1 个函数没有入口可达的调用者。</translation>
    </message>
    <message>
        <source>%1 functions of the table have no caller that an entry reaches.</source>
        <translation>函数表中有 %1 个函数没有入口可达的调用者。</translation>
    </message>
    <message>
        <source>The library has 1 kernel that the executable never names.</source>
        <translation>库中有 1 个内核从未被可执行文件提及。</translation>
    </message>
    <message>
        <source>The library has %1 kernels that the executable never names.</source>
        <translation>库中有 %1 个内核从未被可执行文件提及。</translation>
    </message>
    <message>
        <source>then %1, %2</source>
        <translation>随后 %1，%2</translation>
    </message>
    <message>
        <source>almost %1</source>
        <translation>近似 %1</translation>
    </message>
    <message>
        <source>it calls %1 at %2, not %3 as at %4</source>
        <translation>它在 %2 调用 %1，而 %4 处调用的是 %3</translation>
    </message>
    <message>
        <source>it also calls %1 at %2</source>
        <translation>它还在 %2 处调用 %1</translation>
    </message>
    <message>
        <source>it does not call %1 as at %2</source>
        <translation>它没有像 %2 处那样调用 %1</translation>
    </message>
    <message>
        <source>%1 at %2 has a result of another type than at %3</source>
        <translation>%2 处 %1 的结果类型与 %3 处不同</translation>
    </message>
    <message>
        <source>no result is passed between it and the copy beside it</source>
        <translation>它与相邻的副本之间没有传递结果</translation>
    </message>
    <message>
        <source>cannot compare executables of two instruction sets: %1 and %2</source>
        <translation>无法比较两种指令集的可执行文件：%1 与 %2</translation>
    </message>
    <message>
        <source>no function is named %1</source>
        <translation>没有名为 %1 的函数</translation>
    </message>
    <message>
        <source>no function of the old executable is named %1</source>
        <translation>旧可执行文件中没有名为 %1 的函数</translation>
    </message>
    <message>
        <source>no function of the new executable is named %1</source>
        <translation>新可执行文件中没有名为 %1 的函数</translation>
    </message>
    <message>
        <source>code of kernels: not both files are libraries</source>
        <translation>未比较内核代码：两个文件并非都是库</translation>
    </message>
    <message>
        <source>contents of tensor constants: a profile keeps their types only</source>
        <translation>未比较张量常量的内容：性能记录只保存其类型</translation>
    </message>
    <message>
        <source>same name, same code</source>
        <translation>名称相同，代码相同</translation>
    </message>
    <message>
        <source>same name, changed code</source>
        <translation>名称相同，代码已更改</translation>
    </message>
    <message>
        <source>same code, other name</source>
        <translation>代码相同，名称不同</translation>
    </message>
    <message>
        <source>called at the same places</source>
        <translation>在相同位置被调用</translation>
    </message>
    <message>
        <source>similar code</source>
        <translation>代码相似</translation>
    </message>
    <message>
        <source>matched by hand</source>
        <translation>手动匹配</translation>
    </message>
    <message>
        <source>only in one file</source>
        <translation>只在一个文件中</translation>
    </message>
    <message>
        <source>the same in all that is compared</source>
        <translation>所比较的内容全部相同</translation>
    </message>
    <message>
        <source>same up to numbering</source>
        <translation>除编号外相同</translation>
    </message>
    <message>
        <source>provenance: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>registers, indices or rows differ in %1 function</source>
        <translation>%1 个函数的寄存器、序号或行号不同</translation>
    </message>
    <message>
        <source>registers, indices or rows differ in %1 functions</source>
        <translation>%1 个函数的寄存器、序号或行号不同</translation>
    </message>
    <message>
        <source>%1 independent instruction in another order</source>
        <translation>%1 条独立指令顺序不同</translation>
    </message>
    <message>
        <source>%1 independent instructions in another order</source>
        <translation>%1 条独立指令顺序不同</translation>
    </message>
    <message>
        <source>%1 edited constant ignored</source>
        <translation>忽略 %1 个修改过的常量</translation>
    </message>
    <message>
        <source>%1 edited constants ignored</source>
        <translation>忽略 %1 个修改过的常量</translation>
    </message>
    <message>
        <source>%1 differing kernel ignored</source>
        <translation>忽略 %1 个不同的内核</translation>
    </message>
    <message>
        <source>%1 differing kernels ignored</source>
        <translation>忽略 %1 个不同的内核</translation>
    </message>
    <message>
        <source>%1 renamed function ignored</source>
        <translation>忽略 %1 个改名的函数</translation>
    </message>
    <message>
        <source>%1 renamed functions ignored</source>
        <translation>忽略 %1 个改名的函数</translation>
    </message>
    <message>
        <source>%1 layers became %2</source>
        <translation>%1 层变为 %2 层</translation>
    </message>
    <message>
        <source>%1 copies of %2 became %3</source>
        <translation>%2 的 %1 个副本变为 %3 个</translation>
    </message>
    <message>
        <source>%1 kernel call became %2: %3</source>
        <translation>%1 个内核调用变为 %2 个：%3</translation>
    </message>
    <message>
        <source>%1 kernel calls became %2: %3</source>
        <translation>%1 个内核调用变为 %2 个：%3</translation>
    </message>
    <message>
        <source>%1 kernel call split into %2: %3</source>
        <translation>%1 个内核调用拆分为 %2 个：%3</translation>
    </message>
    <message>
        <source>%1 kernel calls split into %2: %3</source>
        <translation>%1 个内核调用拆分为 %2 个：%3</translation>
    </message>
    <message>
        <source>%1 call of a library: %2</source>
        <translation>%1 个库调用：%2</translation>
    </message>
    <message>
        <source>%1 calls of a library: %2</source>
        <translation>%1 个库调用：%2</translation>
    </message>
    <message>
        <source>%1 call folded into constants: %2</source>
        <translation>%1 个调用折叠为常量：%2</translation>
    </message>
    <message>
        <source>%1 calls folded into constants: %2</source>
        <translation>%1 个调用折叠为常量：%2</translation>
    </message>
    <message>
        <source>%1 replaced: %2</source>
        <translation>替换 %1 个：%2</translation>
    </message>
    <message>
        <source>%1 inserted: %2</source>
        <translation>新增 %1 个：%2</translation>
    </message>
    <message>
        <source>%1 removed: %2</source>
        <translation>移除 %1 个：%2</translation>
    </message>
    <message>
        <source>%1 in another order: %2</source>
        <translation>%1 个顺序不同：%2</translation>
    </message>
    <message>
        <source>%1 in another order, independent of each other: %2</source>
        <translation>%1 个顺序不同，彼此独立：%2</translation>
    </message>
    <message>
        <source>%1 change of control flow</source>
        <translation>%1 处控制流更改</translation>
    </message>
    <message>
        <source>%1 changes of control flow</source>
        <translation>%1 处控制流更改</translation>
    </message>
    <message>
        <source>%1 instruction with other operands</source>
        <translation>%1 条指令的操作数不同</translation>
    </message>
    <message>
        <source>%1 instructions with other operands</source>
        <translation>%1 条指令的操作数不同</translation>
    </message>
    <message>
        <source>shapes specialised at %1 instruction</source>
        <translation>%1 条指令的形状被特化</translation>
    </message>
    <message>
        <source>shapes specialised at %1 instructions</source>
        <translation>%1 条指令的形状被特化</translation>
    </message>
    <message>
        <source>shapes generalised at %1 instruction</source>
        <translation>%1 条指令的形状被泛化</translation>
    </message>
    <message>
        <source>shapes generalised at %1 instructions</source>
        <translation>%1 条指令的形状被泛化</translation>
    </message>
    <message>
        <source>shapes or types changed at %1 instruction</source>
        <translation>%1 条指令的形状或类型已更改</translation>
    </message>
    <message>
        <source>shapes or types changed at %1 instructions</source>
        <translation>%1 条指令的形状或类型已更改</translation>
    </message>
    <message>
        <source>parameters of %1: %2</source>
        <translation>%1 的参数：%2</translation>
    </message>
    <message>
        <source>%1 function compiled instead of bytecode: %2</source>
        <translation>%1 个函数由字节码改为编译：%2</translation>
    </message>
    <message>
        <source>%1 functions compiled instead of bytecode: %2</source>
        <translation>%1 个函数由字节码改为编译：%2</translation>
    </message>
    <message>
        <source>%1 function bytecode instead of compiled: %2</source>
        <translation>%1 个函数由编译改为字节码：%2</translation>
    </message>
    <message>
        <source>%1 functions bytecode instead of compiled: %2</source>
        <translation>%1 个函数由编译改为字节码：%2</translation>
    </message>
    <message>
        <source>%1 compiled functions with other machine code: %2</source>
        <translation>%1 个已编译函数的机器码不同：%2</translation>
    </message>
    <message>
        <source>%1 compiled function with other machine code: %2</source>
        <translation>%1 个已编译函数的机器码不同：%2</translation>
    </message>
    <message>
        <source>%1 function added: %2</source>
        <translation>新增 %1 个函数：%2</translation>
    </message>
    <message>
        <source>%1 functions added: %2</source>
        <translation>新增 %1 个函数：%2</translation>
    </message>
    <message>
        <source>%1 function removed: %2</source>
        <translation>移除 %1 个函数：%2</translation>
    </message>
    <message>
        <source>%1 functions removed: %2</source>
        <translation>移除 %1 个函数：%2</translation>
    </message>
    <message>
        <source>%1 function renamed: %2</source>
        <translation>%1 个函数改名：%2</translation>
    </message>
    <message>
        <source>%1 functions renamed: %2</source>
        <translation>%1 个函数改名：%2</translation>
    </message>
    <message>
        <source>live peak of storages %1 -&gt; %2 B, %3 -&gt; %4 storage of %5 -&gt; %6 B</source>
        <translation>存储块存活峰值 %1 -&gt; %2 B，存储块 %3 -&gt; %4 个，共 %5 -&gt; %6 B</translation>
    </message>
    <message>
        <source>live peak of storages %1 -&gt; %2 B, %3 -&gt; %4 storages of %5 -&gt; %6 B</source>
        <translation>存储块存活峰值 %1 -&gt; %2 B，存储块 %3 -&gt; %4 个，共 %5 -&gt; %6 B</translation>
    </message>
    <message>
        <source>live peak of storages %1 -&gt; %2 B (%3 -&gt; %4; estimated), %5 -&gt; %6 storage of %7 -&gt; %8 B</source>
        <translation>存储块存活峰值 %1 -&gt; %2 B（%3 -&gt; %4；估计），存储块 %5 -&gt; %6 个，共 %7 -&gt; %8 B</translation>
    </message>
    <message>
        <source>live peak of storages %1 -&gt; %2 B (%3 -&gt; %4; estimated), %5 -&gt; %6 storages of %7 -&gt; %8 B</source>
        <translation>存储块存活峰值 %1 -&gt; %2 B（%3 -&gt; %4；估计），存储块 %5 -&gt; %6 个，共 %7 -&gt; %8 B</translation>
    </message>
    <message>
        <source>%1 change of the storage plan; peak and storages are the same</source>
        <translation>存储规划有 %1 处更改；峰值和存储块相同</translation>
    </message>
    <message>
        <source>%1 changes of the storage plan; peak and storages are the same</source>
        <translation>存储规划有 %1 处更改；峰值和存储块相同</translation>
    </message>
    <message>
        <source>%1 constant edited</source>
        <translation>%1 个常量被修改</translation>
    </message>
    <message>
        <source>%1 constants edited</source>
        <translation>%1 个常量被修改</translation>
    </message>
    <message>
        <source>%1 constant edited (%2 element differs, by %3 at most)</source>
        <translation>%1 个常量被修改（%2 个元素不同，最多相差 %3）</translation>
    </message>
    <message>
        <source>%1 constant edited (%2 elements differ, by %3 at most)</source>
        <translation>%1 个常量被修改（%2 个元素不同，最多相差 %3）</translation>
    </message>
    <message>
        <source>%1 constants edited (%2 element differs, by %3 at most)</source>
        <translation>%1 个常量被修改（%2 个元素不同，最多相差 %3）</translation>
    </message>
    <message>
        <source>%1 constants edited (%2 elements differ, by %3 at most)</source>
        <translation>%1 个常量被修改（%2 个元素不同，最多相差 %3）</translation>
    </message>
    <message>
        <source>%1 constant requantised: %2</source>
        <translation>%1 个常量重新量化：%2</translation>
    </message>
    <message>
        <source>%1 constants requantised: %2</source>
        <translation>%1 个常量重新量化：%2</translation>
    </message>
    <message>
        <source>%1 constant added</source>
        <translation>新增 %1 个常量</translation>
    </message>
    <message>
        <source>%1 constants added</source>
        <translation>新增 %1 个常量</translation>
    </message>
    <message>
        <source>%1 constant removed</source>
        <translation>移除 %1 个常量</translation>
    </message>
    <message>
        <source>%1 constants removed</source>
        <translation>移除 %1 个常量</translation>
    </message>
    <message>
        <source>%1 bytes of machine code</source>
        <translation>%1 字节机器码</translation>
    </message>
    <message>
        <source>%1 bytes of machine code, %2</source>
        <translation>%1 字节机器码，%2</translation>
    </message>
    <message>
        <source>%1 of %2 constants equal by content</source>
        <translation>%2 个常量中有 %1 个内容相同</translation>
    </message>
    <message>
        <source>%1 of %2 constants equal by content, %3 at another index</source>
        <translation>%2 个常量中有 %1 个内容相同，其中 %3 个序号不同</translation>
    </message>
    <message>
        <source>%1 kernel with other parameters, or in another order: %2</source>
        <translation>%1 个内核的参数不同或顺序不同：%2</translation>
    </message>
    <message>
        <source>%1 kernels with other parameters, or in another order: %2</source>
        <translation>%1 个内核的参数不同或顺序不同：%2</translation>
    </message>
    <message>
        <source>%1 kernel with other code: %2</source>
        <translation>%1 个内核的代码不同：%2</translation>
    </message>
    <message>
        <source>%1 kernels with other code: %2</source>
        <translation>%1 个内核的代码不同：%2</translation>
    </message>
    <message>
        <source>%1 kernel with other code (%2 -&gt; %3): %4</source>
        <translation>%1 个内核的代码不同（%2 -&gt; %3）：%4</translation>
    </message>
    <message>
        <source>%1 kernels with other code (%2 -&gt; %3): %4</source>
        <translation>%1 个内核的代码不同（%2 -&gt; %3）：%4</translation>
    </message>
    <message>
        <source>%1 kernels with other code, %2 with other vectors (%3 -&gt; %4): %5</source>
        <translation>%1 个内核的代码不同，其中 %2 个的向量指令不同（%3 -&gt; %4）：%5</translation>
    </message>
    <message>
        <source>%1 kernel renamed: %2</source>
        <translation>%1 个内核改名：%2</translation>
    </message>
    <message>
        <source>%1 kernels renamed: %2</source>
        <translation>%1 个内核改名：%2</translation>
    </message>
    <message>
        <source>%1 kernel added: %2</source>
        <translation>新增 %1 个内核：%2</translation>
    </message>
    <message>
        <source>%1 kernels added: %2</source>
        <translation>新增 %1 个内核：%2</translation>
    </message>
    <message>
        <source>%1 kernel removed: %2</source>
        <translation>移除 %1 个内核：%2</translation>
    </message>
    <message>
        <source>%1 kernels removed: %2</source>
        <translation>移除 %1 个内核：%2</translation>
    </message>
    <message>
        <source>machine code of functions %1 -&gt; %2 B, of kernels %3 -&gt; %4 B</source>
        <translation>函数的机器码 %1 -&gt; %2 B，内核的机器码 %3 -&gt; %4 B</translation>
    </message>
    <message>
        <source>instructions %1 -&gt; %2, registers %3 -&gt; %4, executable %5 -&gt; %6 B</source>
        <translation>指令 %1 -&gt; %2，寄存器 %3 -&gt; %4，可执行文件 %5 -&gt; %6 B</translation>
    </message>
    <message>
        <source>machine code of 1 kernel: %1</source>
        <translation>未比较 1 个内核的机器码：%1</translation>
    </message>
    <message>
        <source>machine code of %1 kernels: %2</source>
        <translation>未比较 %1 个内核的机器码：%2</translation>
    </message>
    <message>
        <source>the library has none under this name</source>
        <translation>库中没有该名称的机器码</translation>
    </message>
    <message>
        <source>constants of unknown value: a text dump does not hold them</source>
        <translation>未比较值未知的常量：文本转储不含其内容</translation>
    </message>
    <message>
        <source>functions compiled in the old file: machine code does not tell their calls, shapes and memory; names, parameters, constants and kernels are compared</source>
        <translation>在旧文件中已编译的函数：机器码不说明其调用、形状和内存；比较名称、参数、常量和内核</translation>
    </message>
    <message>
        <source>functions compiled in the new file: machine code does not tell their calls, shapes and memory; names, parameters, constants and kernels are compared</source>
        <translation>在新文件中已编译的函数：机器码不说明其调用、形状和内存；比较名称、参数、常量和内核</translation>
    </message>
    <message>
        <source>functions compiled in both files: machine code does not tell their calls, shapes and memory; names, parameters, constants and kernels are compared</source>
        <translation>在两个文件中已编译的函数：机器码不说明其调用、形状和内存；比较名称、参数、常量和内核</translation>
    </message>
    <message>
        <source>kernels that compiled functions may call: only a library tells which it has</source>
        <translation>已编译函数可能调用的内核：只有库说明它有哪些内核</translation>
    </message>
    <message>
        <source>machine code of %1</source>
        <translation>%1 的机器码</translation>
    </message>
    <message>
        <source>too much code</source>
        <translation>代码过多</translation>
    </message>
    <message>
        <source>too much data</source>
        <translation>数据过多</translation>
    </message>
    <message>
        <source>no instruction at 0x%1</source>
        <translation>0x%1 处没有指令</translation>
    </message>
    <message>
        <source>not linked</source>
        <translation>未链接</translation>
    </message>
    <message>
        <source>launch bounds</source>
        <translation>启动上限</translation>
    </message>
    <message>
        <source>the lines after the first %1</source>
        <translation>前 %1 行之后的行</translation>
    </message>
    <message>
        <source>the lines are equal: texts lie at other places</source>
        <translation>各行相同：文本位于其他位置</translation>
    </message>
    <message>
        <source>fewer pairs of processes than planned: %1</source>
        <translation>进程对少于计划：%1</translation>
    </message>
    <message>
        <source>pair %1 of %2: %3</source>
        <translation>第 %1 对，共 %2 对：%3</translation>
    </message>
    <message>
        <source>%1 pairs of processes would take about %2 s (--processes %3 makes them)</source>
        <translation>%1 对进程大约需要 %2 秒（用 --processes %3 可以全部进行）</translation>
    </message>
    <message>
        <source>the file changed while it was compared</source>
        <translation>文件在比较期间发生了变化</translation>
    </message>
    <message>
        <source>%1 -&gt; %2, %3: a difference beyond the uncertainty</source>
        <translation>%1 -&gt; %2，%3：差异超出不确定度</translation>
    </message>
    <message>
        <source>%1 -&gt; %2, %3: no difference beyond the uncertainty</source>
        <translation>%1 -&gt; %2，%3：没有超出不确定度的差异</translation>
    </message>
    <message>
        <source>%1 -&gt; %2, %3: a difference too small to matter</source>
        <translation>%1 -&gt; %2，%3：差异小到无关紧要</translation>
    </message>
    <message>
        <source>%1 -&gt; %2, %3; whether this is a difference is not known: %4</source>
        <translation>%1 -&gt; %2，%3；不知道是否有差异：%4</translation>
    </message>
    <message>
        <source>%1 call per run only in the old profile, %2: %3</source>
        <translation>每次运行有 %1 次调用仅在旧的性能记录中，%2：%3</translation>
    </message>
    <message>
        <source>%1 calls per run only in the old profile, %2: %3</source>
        <translation>每次运行有 %1 次调用仅在旧的性能记录中，%2：%3</translation>
    </message>
    <message>
        <source>%1 call per run only in the new profile, %2: %3</source>
        <translation>每次运行有 %1 次调用仅在新的性能记录中，%2：%3</translation>
    </message>
    <message>
        <source>%1 calls per run only in the new profile, %2: %3</source>
        <translation>每次运行有 %1 次调用仅在新的性能记录中，%2：%3</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>%1 together %2</source>
        <translation>%1 合计 %2</translation>
    </message>
    <message>
        <source>%1 -&gt; %2 per run</source>
        <translation>每次运行 %1 -&gt; %2</translation>
    </message>
    <message>
        <source>live peak %1 -&gt; %2 B (%3)</source>
        <translation>存活峰值 %1 -&gt; %2 B (%3)</translation>
    </message>
    <message>
        <source>live peak %1 -&gt; %2 B</source>
        <translation>存活峰值 %1 -&gt; %2 B</translation>
    </message>
    <message>
        <source>not recorded in turns: the interval is that of two times of independent processes, and what the speed of the machine did in between is not in it</source>
        <translation>未轮流记录：区间是独立进程的两个时间的区间，不包含其间机器速度的变化</translation>
    </message>
    <message>
        <source>recorded with different hosts: %1 and %2</source>
        <translation>记录的主机不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different processors: %1 and %2</source>
        <translation>记录的处理器不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different devices: %1 and %2</source>
        <translation>记录的设备不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different allocators: %1 and %2</source>
        <translation>记录的分配器不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different engines: %1 and %2</source>
        <translation>记录的引擎不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different modes of recording: %1 and %2</source>
        <translation>记录方式不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different functions: %1 and %2</source>
        <translation>记录的函数不同：%1 和 %2</translation>
    </message>
    <message>
        <source>recorded with different arguments: %1 and %2</source>
        <translation>记录的参数不同：%1 和 %2</translation>
    </message>
    <message>
        <source>the old profile is of an earlier release, whose runs include the preparation of their arguments</source>
        <translation>旧性能记录由更早的版本记录，其运行时间包含参数的准备</translation>
    </message>
    <message>
        <source>the new profile is of an earlier release, whose runs include the preparation of their arguments</source>
        <translation>新性能记录由更早的版本记录，其运行时间包含参数的准备</translation>
    </message>
    <message>
        <source>run times are those of recorded runs, corrected</source>
        <translation>运行时间取自记录的运行，已校正</translation>
    </message>
    <message>
        <source>run times are those of recorded runs</source>
        <translation>运行时间取自记录的运行</translation>
    </message>
    <message>
        <source>times of calls are as recorded on both sides: the cost of its events does not explain what recording adds to the old runs</source>
        <translation>两侧的调用时间均为记录值：事件的开销不能解释记录给旧运行增加的时间</translation>
    </message>
    <message>
        <source>times of calls are as recorded on both sides: the cost of its events does not explain what recording adds to the new runs</source>
        <translation>两侧的调用时间均为记录值：事件的开销不能解释记录给新运行增加的时间</translation>
    </message>
    <message>
        <source>times of calls are as recorded on both sides: %1</source>
        <translation>两侧的调用时间均为记录值：%1</translation>
    </message>
    <message>
        <source>%1 of %2 pairs of processes was disturbed and does not count</source>
        <translation>%2 对进程中有 %1 对受到干扰，不计入</translation>
    </message>
    <message>
        <source>%1 of %2 pairs of processes were disturbed and do not count</source>
        <translation>%2 对进程中有 %1 对受到干扰，不计入</translation>
    </message>
    <message>
        <source>a profile does not hold its executable</source>
        <translation>有性能记录不含其可执行文件</translation>
    </message>
    <message>
        <source>the old profile has no unrecorded runs</source>
        <translation>旧的性能记录没有未记录的运行</translation>
    </message>
    <message>
        <source>the new profile has no unrecorded runs</source>
        <translation>新的性能记录没有未记录的运行</translation>
    </message>
    <message>
        <source>the old profile has times of %1 process, %2 are needed</source>
        <translation>旧的性能记录有 %1 个进程的时间，需要 %2 个</translation>
    </message>
    <message>
        <source>the old profile has times of %1 processes, %2 are needed</source>
        <translation>旧的性能记录有 %1 个进程的时间，需要 %2 个</translation>
    </message>
    <message>
        <source>the new profile has times of %1 process, %2 are needed</source>
        <translation>新的性能记录有 %1 个进程的时间，需要 %2 个</translation>
    </message>
    <message>
        <source>the new profile has times of %1 processes, %2 are needed</source>
        <translation>新的性能记录有 %1 个进程的时间，需要 %2 个</translation>
    </message>
    <message>
        <source>the turns are of %1 pairs of processes, %2 are needed</source>
        <translation>轮流有 %1 对进程，需要 %2 对</translation>
    </message>
    <message>
        <source>a profile has a single run</source>
        <translation>有性能记录只有一次运行</translation>
    </message>
    <message>
        <source> (from compiled code)</source>
        <translation>（来自编译代码）</translation>
    </message>
    <message>
        <source> (from the list of calls)</source>
        <translation>（来自调用列表）</translation>
    </message>
    <message>
        <source> (within a builtin)</source>
        <translation>（在内置函数之内）</translation>
    </message>
    <message>
        <source>run.values: invalid JSON</source>
        <translation>run.values：JSON 无效</translation>
    </message>
    <message>
        <source>run.values: must be an object</source>
        <translation>run.values：必须是对象</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of objects</source>
        <translation>“%1”必须是对象的列表</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a non-negative integer</source>
        <translation>“%1”必须是非负整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is too large</source>
        <translation>“%1”过大</translation>
    </message>
    <message>
        <source>&quot;first_divergence&quot; is not an output</source>
        <translation>“first_divergence”不是输出</translation>
    </message>
    <message>
        <source>%1: memory scope &quot;%2&quot; is not supported</source>
        <translation>%1：不支持内存作用域“%2”</translation>
    </message>
    <message>
        <source>device %1: unknown kind; use cpu, cuda:N or emulated:N</source>
        <translation>设备 %1：未知类型；请使用 cpu、cuda:N 或 emulated:N</translation>
    </message>
    <message>
        <source>the emulated GPU is not installed (lib/relaxscope/emulated/libnvrtc.so.13)</source>
        <translation>未安装仿真 GPU（lib/relaxscope/emulated/libnvrtc.so.13）</translation>
    </message>
    <message>
        <source>%1: no compiler for CUDA source: %2, nor was nvcc on PATH. Install the CUDA Toolkit, or NVIDIA&apos;s package nvidia-cuda-nvrtc for Python</source>
        <translation>%1：没有 CUDA 源代码的编译器：%2，PATH 中也没有 nvcc。请安装 CUDA Toolkit，或 NVIDIA 的 Python 软件包 nvidia-cuda-nvrtc</translation>
    </message>
    <message>
        <source>
Headers of the CUDA Toolkit are needed; searched: %1</source>
        <translation>
需要 CUDA Toolkit 的头文件；已搜索：%1</translation>
    </message>
    <message>
        <source>
%1 must lie beside its libnvrtc-builtins</source>
        <translation>
%1 必须与其 libnvrtc-builtins 位于同一文件夹</translation>
    </message>
    <message>
        <source>no folder, as none was found</source>
        <translation>没有文件夹，因为未找到任何一个</translation>
    </message>
    <message>
        <source>nvcc was not found on PATH</source>
        <translation>PATH 中未找到 nvcc</translation>
    </message>
    <message>
        <source>%1 does not compile for GPUs of compute capability %2.%3 (it knows sm_%4)</source>
        <translation>%1 不能为计算能力 %2.%3 的 GPU 编译（它支持 sm_%4）</translation>
    </message>
    <message>
        <source>%1 does not know GPUs of compute capability %2.%3, and the driver, which supports CUDA %4.%5, cannot load its PTX; install a newer CUDA Toolkit or driver</source>
        <translation>%1 不支持计算能力 %2.%3 的 GPU，而支持 CUDA %4.%5 的驱动程序无法加载其 PTX；请安装更新的 CUDA Toolkit 或驱动程序</translation>
    </message>
    <message>
        <source>%1: %2 ended with %3</source>
        <translation>%1：%2 以 %3 结束</translation>
    </message>
    <message>
        <source>%1: %2 returned no %3</source>
        <translation>%1：%2 未返回 %3</translation>
    </message>
    <message>
        <source>; last launches: %1</source>
        <translation>；最近的启动：%1</translation>
    </message>
    <message>
        <source>; %1 of %2 bytes are free</source>
        <translation>；%1 / %2 字节可用</translation>
    </message>
    <message>
        <source>device cuda:%1 does not exist; the driver has %2 GPU%3</source>
        <translation>设备 cuda:%1 不存在；驱动程序有 %2 个 GPU%3</translation>
    </message>
    <message>
        <source>device cuda:%1 gives no context: %2</source>
        <translation>设备 cuda:%1 无法提供上下文：%2</translation>
    </message>
    <message>
        <source>device cuda:%1: %2</source>
        <translation>设备 cuda:%1：%2</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not list its GPUs: %1</source>
        <translation>NVIDIA 驱动程序未列出其 GPU：%1</translation>
    </message>
    <message>
        <source>this process already uses another CUDA driver; a real and an emulated GPU need two processes</source>
        <translation>此进程已在使用另一个 CUDA 驱动程序；真实 GPU 和仿真 GPU 需要两个进程</translation>
    </message>
    <message>
        <source>tvm-ffi does not accept a stream of a CUDA device</source>
        <translation>tvm-ffi 不接受 CUDA 设备的流</translation>
    </message>
    <message>
        <source>%1 holds PTX of a CUDA release newer than the driver&apos;s %2; update the driver</source>
        <translation>%1 包含的 PTX 来自比驱动程序的 %2 更新的 CUDA 版本；请更新驱动程序</translation>
    </message>
    <message>
        <source>%1 cannot be loaded</source>
        <translation>无法加载 %1</translation>
    </message>
    <message>
        <source>%1 has no code for this GPU (%2); build it for %3 or keep its source</source>
        <translation>%1 没有适用于此 GPU（%2）的代码；请为 %3 构建或保留其源代码</translation>
    </message>
    <message>
        <source>%1 has no kernel named %2</source>
        <translation>%1 没有名为 %2 的内核</translation>
    </message>
    <message>
        <source>%1: the file has changed since it was opened</source>
        <translation>%1：文件自打开以来已更改</translation>
    </message>
    <message>
        <source>%1 is the CUDA Toolkit&apos;s stub for linking, not a driver: install the NVIDIA driver</source>
        <translation>%1 是 CUDA Toolkit 用于链接的存根，而不是驱动程序：请安装 NVIDIA 驱动程序</translation>
    </message>
    <message>
        <source>CUDA error %1</source>
        <translation>CUDA 错误 %1</translation>
    </message>
    <message>
        <source>the CUDA forward compatibility package does not support this GPU (CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE)</source>
        <translation>CUDA 前向兼容软件包不支持此 GPU (CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE)</translation>
    </message>
    <message>
        <source>the NVIDIA driver cannot be initialized (CUDA_ERROR_UNKNOWN): the device files may be missing; run nvidia-modprobe or nvidia-smi once as root</source>
        <translation>无法初始化 NVIDIA 驱动程序 (CUDA_ERROR_UNKNOWN)：设备文件可能缺失；请以 root 身份运行一次 nvidia-modprobe 或 nvidia-smi</translation>
    </message>
    <message>
        <source>the NVIDIA driver finds no GPU (CUDA_ERROR_NO_DEVICE)</source>
        <translation>NVIDIA 驱动程序未找到 GPU (CUDA_ERROR_NO_DEVICE)</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it supports CUDA %1, and CUDA %2 or later is needed%3</source>
        <translation>NVIDIA 驱动程序太旧：它支持 CUDA %1，而需要 CUDA %2 或更高版本%3</translation>
    </message>
    <message>
        <source>the NVIDIA driver library cannot be loaded: %1</source>
        <translation>无法加载 NVIDIA 驱动程序库：%1</translation>
    </message>
    <message>
        <source>the NVIDIA kernel module and libcuda are of different versions (CUDA_ERROR_SYSTEM_DRIVER_MISMATCH); restart the machine after a driver update</source>
        <translation>NVIDIA 内核模块与 libcuda 版本不同 (CUDA_ERROR_SYSTEM_DRIVER_MISMATCH)；更新驱动程序后请重启计算机</translation>
    </message>
    <message>
        <source>the emulated GPU is not installed (lib/relaxscope/emulated/libcuda.so.1)</source>
        <translation>未安装仿真 GPU（lib/relaxscope/emulated/libcuda.so.1）</translation>
    </message>
    <message>
        <source>bytes of dynamic shared memory</source>
        <translation>动态共享内存字节数</translation>
    </message>
    <message>
        <source>has the unknown tag %1</source>
        <translation>具有未知标记 %1</translation>
    </message>
    <message>
        <source>is a vector (%1), which cannot be passed</source>
        <translation>是向量（%1），无法传递</translation>
    </message>
    <message>
        <source>is of type %1, which cannot be passed</source>
        <translation>类型为 %1，无法传递</translation>
    </message>
    <message>
        <source>preferred cluster x</source>
        <translation>首选簇 x</translation>
    </message>
    <message>
        <source>preferred cluster y</source>
        <translation>首选簇 y</translation>
    </message>
    <message>
        <source>preferred cluster z</source>
        <translation>首选簇 z</translation>
    </message>
    <message>
        <source>%1 of a launch cannot be %2</source>
        <translation>启动的 %1 不能为 %2</translation>
    </message>
    <message>
        <source>%1: launch tag &quot;%2&quot; is not one of CUDA</source>
        <translation>%1：启动标记“%2”不属于 CUDA</translation>
    </message>
    <message>
        <source>NVRTC, which compiles CUDA source, was not found (searched: %1)</source>
        <translation>未找到编译 CUDA 源代码的 NVRTC（已搜索：%1）</translation>
    </message>
    <message>
        <source>its compute mode prohibits contexts (nvidia-smi -c)</source>
        <translation>其计算模式禁止创建上下文 (nvidia-smi -c)</translation>
    </message>
    <message>
        <source>there are %1 of its kind</source>
        <translation>此类设备有 %1 个</translation>
    </message>
    <message>
        <source>there is no engine for devices of type %1</source>
        <translation>没有适用于类型 %1 设备的引擎</translation>
    </message>
    <message>
        <source>%1: cannot be started: %2</source>
        <translation>%1：无法启动：%2</translation>
    </message>
    <message>
        <source>a block of %1 threads</source>
        <translation>%1 个线程的线程块</translation>
    </message>
    <message>
        <source>a reading of a clock is out of range</source>
        <translation>时钟读数超出范围</translation>
    </message>
    <message>
        <source>a track by clock %1, which does not exist</source>
        <translation>轨道使用不存在的时钟 %1</translation>
    </message>
    <message>
        <source>a track of device %1, which does not exist</source>
        <translation>轨道属于不存在的设备 %1</translation>
    </message>
    <message>
        <source>a track of unknown kind</source>
        <translation>未知类型的轨道</translation>
    </message>
    <message>
        <source>an error of %1 ns of a clock</source>
        <translation>时钟误差 %1 ns</translation>
    </message>
    <message>
        <source>counts of device records are out of range</source>
        <translation>设备记录数超出范围</translation>
    </message>
    <message>
        <source>device work %1: times %2 + %3 are out of range</source>
        <translation>设备工作 %1：时间 %2 + %3 超出范围</translation>
    </message>
    <message>
        <source>device work %1: track %2, name %3 or shape %4 does not exist</source>
        <translation>设备工作 %1：轨道 %2、名称 %3 或形状 %4 不存在</translation>
    </message>
    <message>
        <source>device work %1: unknown kind %2</source>
        <translation>设备工作 %1：未知类型 %2</translation>
    </message>
    <message>
        <source>device work %1: %2 bytes</source>
        <translation>设备工作 %1：%2 字节</translation>
    </message>
    <message>
        <source>figures of a device are out of range</source>
        <translation>设备数据超出范围</translation>
    </message>
    <message>
        <source>too many readings of a clock</source>
        <translation>时钟读数过多</translation>
    </message>
    <message>
        <source>unknown timing or mode of devices</source>
        <translation>未知的设备计时方式或模式</translation>
    </message>
    <message>
        <source>%1 rows in a table of devices</source>
        <translation>设备表中有 %1 行</translation>
    </message>
    <message>
        <source>, driver overhead</source>
        <translation>，驱动程序开销</translation>
    </message>
    <message>
        <source>CUDA events</source>
        <translation>CUDA 事件</translation>
    </message>
    <message>
        <source>driver overhead</source>
        <translation>驱动程序开销</translation>
    </message>
    <message>
        <source>emulated, no measure</source>
        <translation>仿真，不是测量值</translation>
    </message>
    <message>
        <source>host thread</source>
        <translation>主机线程</translation>
    </message>
    <message>
        <source>synchronised per Call</source>
        <translation>每次调用同步</translation>
    </message>
    <message>
        <source>compile kernels</source>
        <translation>编译内核</translation>
    </message>
    <message>
        <source>copy between devices</source>
        <translation>设备间复制</translation>
    </message>
    <message>
        <source>copy on device</source>
        <translation>设备内复制</translation>
    </message>
    <message>
        <source>copy to device</source>
        <translation>复制到设备</translation>
    </message>
    <message>
        <source>copy to host</source>
        <translation>复制到主机</translation>
    </message>
    <message>
        <source>wait for device</source>
        <translation>等待设备</translation>
    </message>
    <message>
        <source>profile is damaged: devices: </source>
        <translation>性能分析文件已损坏：设备：</translation>
    </message>
    <message>
        <source>too many rows</source>
        <translation>行数过多</translation>
    </message>
    <message>
        <source>an implausible number of rows, %1</source>
        <translation>行数 %1 不合理</translation>
    </message>
    <message>
        <source>profile is damaged: device work: </source>
        <translation>性能分析文件已损坏：设备工作：</translation>
    </message>
    <message>
        <source>%1: the VM has no device of type %2 index %3; it runs on %4</source>
        <translation>%1：VM 没有类型 %2 索引 %3 的设备；它在 %4 上运行</translation>
    </message>
    <message>
        <source>this CUDA driver (%1) has no graphs</source>
        <translation>此 CUDA 驱动程序（%1）没有图功能</translation>
    </message>
    <message>
        <source>--device emulated checks them on the CPU</source>
        <translation>--device emulated 可在 CPU 上检查它们</translation>
    </message>
    <message>
        <source>it holds CUDA kernels, but %1; %2</source>
        <translation>它包含 CUDA 内核，但 %1；%2</translation>
    </message>
    <message>
        <source>%1 holds CUDA kernels, but no device of the run is a GPU; use --device cuda; %2</source>
        <translation>%1 包含 CUDA 内核，但运行的设备中没有 GPU；请使用 --device cuda；%2</translation>
    </message>
    <message>
        <source>a CUDA module of the library holds no code</source>
        <translation>库的一个 CUDA 模块不含代码</translation>
    </message>
    <message>
        <source>a CUDA module of the library: %1</source>
        <translation>库的一个 CUDA 模块：%1</translation>
    </message>
    <message>
        <source>devices of type %1 are not supported</source>
        <translation>不支持类型 %1 的设备</translation>
    </message>
    <message>
        <source>kernels need the device cuda:%1, which the VM does not have; run with --device cuda:%2</source>
        <translation>内核需要 VM 没有的设备 cuda:%1；请使用 --device cuda:%2 运行</translation>
    </message>
    <message>
        <source>the CUDA module</source>
        <translation>CUDA 模块</translation>
    </message>
    <message>
        <source>too many GPUs</source>
        <translation>GPU 过多</translation>
    </message>
    <message>
        <source>%1 has too many launch parameters</source>
        <translation>%1 的启动参数过多</translation>
    </message>
    <message>
        <source>%1 needs cuLaunchKernelEx, which this driver lacks (CUDA %2)</source>
        <translation>%1 需要此驱动程序（CUDA %2）所缺少的 cuLaunchKernelEx</translation>
    </message>
    <message>
        <source>%1 with grid (%2, %3, %4), block (%5, %6, %7), %8 bytes of dynamic shared memory</source>
        <translation>%1，网格 (%2, %3, %4)，线程块 (%5, %6, %7)，动态共享内存 %8 字节</translation>
    </message>
    <message>
        <source>%1: %2 bytes of dynamic shared memory</source>
        <translation>%1：动态共享内存 %2 字节</translation>
    </message>
    <message>
        <source>a tensor with negative strides on a GPU cannot be copied</source>
        <translation>无法复制 GPU 上具有负步幅的张量</translation>
    </message>
    <message>
        <source>device work: its number of rows does not match its size</source>
        <translation>设备工作：行数与大小不符</translation>
    </message>
    <message>
        <source>device work: shorter than its header</source>
        <translation>设备工作：短于其头部</translation>
    </message>
    <message>
        <source>KV caches on a GPU</source>
        <translation>GPU 上的 KV 缓存</translation>
    </message>
    <message>
        <source>copies between GPUs without the host</source>
        <translation>不经主机的 GPU 间复制</translation>
    </message>
    <message>
        <source>tensor maps made at run time</source>
        <translation>运行时创建的张量映射</translation>
    </message>
    <message>
        <source>%1, which this driver lacks</source>
        <translation>此驱动程序缺少的 %1</translation>
    </message>
    <message>
        <source>the GPU is emulated on the CPU: times are no measure</source>
        <translation>GPU 在 CPU 上仿真：时间不是测量值</translation>
    </message>
    <message>
        <source>a tool observed the calls by NVTX; its time is excluded</source>
        <translation>有工具通过 NVTX 观察了调用；其时间不计入</translation>
    </message>
    <message>
        <source>no CUPTI: %1; no events: %2</source>
        <translation>没有 CUPTI：%1；没有事件：%2</translation>
    </message>
    <message>
        <source>CUPTI cannot be initialized (CUPTI_ERROR_NOT_INITIALIZED): it may be newer than the driver</source>
        <translation>无法初始化 CUPTI（CUPTI_ERROR_NOT_INITIALIZED）：它可能比驱动新</translation>
    </message>
    <message>
        <source>CUPTI does not trace GPUs in SLI</source>
        <translation>CUPTI 不跟踪 SLI 中的 GPU</translation>
    </message>
    <message>
        <source>CUPTI does not trace a GPU in confidential computing mode</source>
        <translation>CUPTI 不跟踪机密计算模式下的 GPU</translation>
    </message>
    <message>
        <source>CUPTI does not trace a part of a GPU (MIG) in this mode</source>
        <translation>在此模式下 CUPTI 不跟踪 GPU 的一部分（MIG）</translation>
    </message>
    <message>
        <source>CUPTI does not trace mining processors (CMP)</source>
        <translation>CUPTI 不跟踪挖矿处理器（CMP）</translation>
    </message>
    <message>
        <source>CUPTI does not trace this GPU under WSL</source>
        <translation>在 WSL 下 CUPTI 不跟踪此 GPU</translation>
    </message>
    <message>
        <source>CUPTI does not trace this virtual GPU (vGPU)</source>
        <translation>CUPTI 不跟踪此虚拟 GPU（vGPU）</translation>
    </message>
    <message>
        <source>CUPTI fails with status %1</source>
        <translation>CUPTI 失败，状态为 %1</translation>
    </message>
    <message>
        <source>CUPTI fails: %1</source>
        <translation>CUPTI 失败：%1</translation>
    </message>
    <message>
        <source>CUPTI %1 is too old; that of CUDA 12 or later is needed</source>
        <translation>CUPTI %1 太旧；需要 CUDA 12 或更高版本的 CUPTI</translation>
    </message>
    <message>
        <source>another tool already traces this process (CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED): Nsight Systems, Nsight Compute, cuda-gdb or compute-sanitizer</source>
        <translation>另一个工具已在跟踪此进程（CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED）：Nsight Systems、Nsight Compute、cuda-gdb 或 compute-sanitizer</translation>
    </message>
    <message>
        <source>libcupti was not found; it is part of the CUDA Toolkit (extras/CUPTI) and of the package nvidia-cuda-cupti</source>
        <translation>未找到 libcupti；它是 CUDA Toolkit（extras/CUPTI）和软件包 nvidia-cuda-cupti 的一部分</translation>
    </message>
    <message>
        <source>libcupti.so.13 of the emulated GPU was not found</source>
        <translation>未找到仿真 GPU 的 libcupti.so.13</translation>
    </message>
    <message>
        <source>the driver does not let this user trace (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES): run as root, or load the NVIDIA kernel module with NVreg_RestrictProfilingToAdminUsers=0 (RmProfilingAdminOnly: 0 in /proc/driver/nvidia/params)</source>
        <translation>驱动不允许此用户跟踪（CUPTI_ERROR_INSUFFICIENT_PRIVILEGES）：以 root 身份运行，或用 NVreg_RestrictProfilingToAdminUsers=0 加载 NVIDIA 内核模块（/proc/driver/nvidia/params 中为 RmProfilingAdminOnly: 0）</translation>
    </message>
    <message>
        <source>%1 has no function %2</source>
        <translation>%1 没有函数 %2</translation>
    </message>
    <message>
        <source>CUPTI activity</source>
        <translation>CUPTI 活动记录</translation>
    </message>
    <message>
        <source>CUPTI %1, real-time clock, ns</source>
        <translation>CUPTI %1，实时时钟，纳秒</translation>
    </message>
    <message>
        <source>another recording of this process uses it</source>
        <translation>此进程的另一次记录正在使用它</translation>
    </message>
    <message>
        <source>command buffer full</source>
        <translation>命令缓冲区已满</translation>
    </message>
    <message>
        <source>driver compiler</source>
        <translation>驱动的编译器</translation>
    </message>
    <message>
        <source>flush of activity buffers</source>
        <translation>刷新活动缓冲区</translation>
    </message>
    <message>
        <source>lazy loading of functions</source>
        <translation>延迟加载函数</translation>
    </message>
    <message>
        <source>module loading</source>
        <translation>加载模块</translation>
    </message>
    <message>
        <source>request of activity buffers</source>
        <translation>请求活动缓冲区</translation>
    </message>
    <message>
        <source>resources of CUPTI</source>
        <translation>CUPTI 的资源</translation>
    </message>
    <message>
        <source>start of unified memory tracing</source>
        <translation>统一内存跟踪的启动</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>time between events, 0.5 µs, including part of each launch; no CUPTI: %1</source>
        <translation>事件之间的时间，0.5 µs，包括每次启动的一部分；没有 CUPTI：%1</translation>
    </message>
    <message>
        <source>another recording of this process uses the GPU</source>
        <translation>此进程的另一次记录正在使用 GPU</translation>
    </message>
    <message>
        <source>cuBLAS was not found (searched: %1); install the CUDA Toolkit, or NVIDIA&apos;s package nvidia-cublas for Python</source>
        <translation>未找到 cuBLAS（已搜索：%1）；请安装 CUDA Toolkit，或 NVIDIA 的 Python 软件包 nvidia-cublas</translation>
    </message>
    <message>
        <source>cuBLAS status %1</source>
        <translation>cuBLAS 状态 %1</translation>
    </message>
    <message>
        <source>the emulated GPU is not installed (lib/relaxscope/emulated/libcublas.so.13)</source>
        <translation>未安装仿真 GPU（lib/relaxscope/emulated/libcublas.so.13）</translation>
    </message>
    <message>
        <source>%1 bytes for cuBLAS</source>
        <translation>用于 cuBLAS 的 %1 字节</translation>
    </message>
    <message>
        <source>C is stored by columns, which is supported for A and B alone</source>
        <translation>C 按列存储，仅 A 和 B 支持按列存储</translation>
    </message>
    <message>
        <source>%1 has strides [%2], which cuBLAS does not take: matrices must be stored by rows or by columns without gaps inside of them</source>
        <translation>%1 的步幅为 [%2]，cuBLAS 不接受：矩阵必须按行或按列存储，其内部没有间隙</translation>
    </message>
    <message>
        <source>%1 is %2, but it must have %3 dimensions</source>
        <translation>%1 是 %2，但它必须有 %3 个维度</translation>
    </message>
    <message>
        <source>%1 is %2, which is too large for cuBLAS</source>
        <translation>%1 是 %2，对 cuBLAS 来说太大</translation>
    </message>
    <message>
        <source>%1 * %2 -&gt; %3: these types are not supported</source>
        <translation>%1 * %2 -&gt; %3：不支持这些类型</translation>
    </message>
    <message>
        <source>%1: the shapes do not match</source>
        <translation>%1：形状不匹配</translation>
    </message>
    <message>
        <source>%1 needs tensors on a GPU, but argument %2 is not on one</source>
        <translation>%1 需要 GPU 上的张量，但参数 %2 不在 GPU 上</translation>
    </message>
    <message>
        <source>%1 needs tensors on one GPU, but argument %2 is on cuda:%3 and argument 0 on cuda:%4</source>
        <translation>%1 需要同一 GPU 上的张量，但参数 %2 在 cuda:%3 上，参数 0 在 cuda:%4 上</translation>
    </message>
    <message>
        <source>the bias is %1, but %2 needs one element of its type for each column</source>
        <translation>偏置是 %1，但 %2 需要每列一个其类型的元素</translation>
    </message>
    <message>
        <source>%1 is %2, but it must have at least 2 dimensions</source>
        <translation>%1 是 %2，但它必须至少有 2 个维度</translation>
    </message>
    <message>
        <source>%1 is %2, whose dimensions do not lie one after another in memory</source>
        <translation>%1 是 %2，其维度在内存中不是依次相连的</translation>
    </message>
    <message>
        <source>float8 products of cuBLAS</source>
        <translation>cuBLAS 的 float8 乘积</translation>
    </message>
    <message>
        <source>its constant %1 is not supported: TVM&apos;s runtime of cuBLAS reads none</source>
        <translation>不支持其常量 %1：TVM 的 cuBLAS 运行时不读取常量</translation>
    </message>
    <message>
        <source>the graph&apos;s head is not its operation</source>
        <translation>图的头部不是其操作</translation>
    </message>
    <message>
        <source>an input of %1 is not an argument</source>
        <translation>%1 的一个输入不是参数</translation>
    </message>
    <message>
        <source>arg_nodes names a node that is not there</source>
        <translation>arg_nodes 指名了不存在的节点</translation>
    </message>
    <message>
        <source>the graph has no operation</source>
        <translation>图没有操作</translation>
    </message>
    <message>
        <source>the graph has several operations, and one is supported</source>
        <translation>图有多个操作，仅支持一个</translation>
    </message>
    <message>
        <source>the graph is not JSON</source>
        <translation>图不是 JSON</translation>
    </message>
    <message>
        <source>the graph lacks nodes, arg_nodes or its one head</source>
        <translation>图缺少 nodes、arg_nodes 或唯一的头部</translation>
    </message>
    <message>
        <source>%1 has no number dq_scale</source>
        <translation>%1 没有数值 dq_scale</translation>
    </message>
    <message>
        <source>%1 needs %2 inputs</source>
        <translation>%1 需要 %2 个输入</translation>
    </message>
    <message>
        <source>a %1 module of the library: %2</source>
        <translation>库的一个 %1 模块：%2</translation>
    </message>
    <message>
        <source>%1 expects tensors as arguments</source>
        <translation>%1 需要张量作为参数</translation>
    </message>
    <message>
        <source>%1 needs constants of the library, which this engine does not load</source>
        <translation>%1 需要库的常量，本引擎不加载它们</translation>
    </message>
    <message>
        <source>%1 needs tensors on one GPU, but its arguments are on several</source>
        <translation>%1 需要同一 GPU 上的张量，但其参数在多个 GPU 上</translation>
    </message>
    <message>
        <source>%1, a function for cuBLAS: %2</source>
        <translation>用于 cuBLAS 的函数 %1：%2</translation>
    </message>
    <message>
        <source>registers, shared memory and occupancy are known once the source is compiled</source>
        <translation>寄存器、共享内存和占用率在源代码编译后才知道</translation>
    </message>
    <message>
        <source>registers, local memory and occupancy are known once the PTX is compiled</source>
        <translation>寄存器、局部内存和占用率在 PTX 编译后才知道</translation>
    </message>
    <message>
        <source>the kernels&apos; resources cannot be read: %1</source>
        <translation>无法读取内核的资源：%1</translation>
    </message>
    <message>
        <source>the %1 for %2 is compressed (%3)</source>
        <translation>用于 %2 的 %1 是压缩的（%3）</translation>
    </message>
    <message>
        <source>the code is an ELF file for machine %1, not a cubin</source>
        <translation>代码是用于机器 %1 的 ELF 文件，不是 cubin</translation>
    </message>
    <message>
        <source>the cubin has no sections</source>
        <translation>cubin 没有节</translation>
    </message>
    <message>
        <source>the cubin&apos;s %1 section headers at %2 lie outside its %3 bytes</source>
        <translation>cubin 在 %2 处的 %1 个节头超出其 %3 字节</translation>
    </message>
    <message>
        <source>the cubin has no names of sections</source>
        <translation>cubin 没有节名</translation>
    </message>
    <message>
        <source>section %1 of the cubin (%2 bytes at %3) ends beyond its %4 bytes</source>
        <translation>cubin 的节 %1（%3 处 %2 字节）超出其 %4 字节</translation>
    </message>
    <message>
        <source>section names of the cubin overlap excessively</source>
        <translation>cubin 的节名重叠过多</translation>
    </message>
    <message>
        <source>the cubin has two sections %1</source>
        <translation>cubin 有两个节 %1</translation>
    </message>
    <message>
        <source>sections %1 and %2 of the cubin overlap</source>
        <translation>cubin 的节 %1 和 %2 重叠</translation>
    </message>
    <message>
        <source>an attribute of the cubin is cut off after %1 bytes</source>
        <translation>cubin 的一个属性在 %1 字节后被截断</translation>
    </message>
    <message>
        <source>attribute %1 of the cubin has the unknown format %2</source>
        <translation>cubin 的属性 %1 具有未知格式 %2</translation>
    </message>
    <message>
        <source>attribute %1 of the cubin needs %2 bytes, %3 left</source>
        <translation>cubin 的属性 %1 需要 %2 字节，剩余 %3</translation>
    </message>
    <message>
        <source>the cubin has no symbols</source>
        <translation>cubin 没有符号</translation>
    </message>
    <message>
        <source>the cubin&apos;s symbols have no names</source>
        <translation>cubin 的符号没有名称</translation>
    </message>
    <message>
        <source>symbol names of the cubin overlap excessively</source>
        <translation>cubin 的符号名重叠过多</translation>
    </message>
    <message>
        <source>no container of the fat binary begins here</source>
        <translation>此处没有 fat binary 的容器开始</translation>
    </message>
    <message>
        <source>the fat binary&apos;s container of %1 bytes ends beyond its %2 bytes</source>
        <translation>fat binary 的 %1 字节容器超出其 %2 字节</translation>
    </message>
    <message>
        <source>an entry of the fat binary needs %1 bytes, %2 left</source>
        <translation>fat binary 的一个条目需要 %1 字节，剩余 %2</translation>
    </message>
    <message>
        <source>an entry of the fat binary needs %1 bytes and %2 of code, %3 left</source>
        <translation>fat binary 的一个条目需要 %1 字节和 %2 字节代码，剩余 %3</translation>
    </message>
    <message>
        <source>%1 is int8 with a leading dimension of %2, but cuBLAS needs a multiple of 4</source>
        <translation>%1 是 int8，主维度为 %2，但 cuBLAS 需要 4 的倍数</translation>
    </message>
    <message>
        <source>cuBLAS cannot be opened: %1</source>
        <translation>无法打开 cuBLAS：%1</translation>
    </message>
    <message>
        <source>%1: one matrix A for several of B is not supported</source>
        <translation>%1：不支持一个矩阵 A 用于多个 B</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>the cubin has two kernels %1</source>
        <translation>cubin 有两个内核 %1</translation>
    </message>
    <message>
        <source>a kernel has more than %1 versions; the first %2 of each kernel are listed</source>
        <translation>一个内核有超过 %1 个版本；每个内核列出前 %2 个</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached, and %2 did not finish; last launches: %3</source>
        <translation>达到 %1 秒的时间限制，且 %2 未完成；最近的启动：%3</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached, and %2 did not finish</source>
        <translation>达到 %1 秒的时间限制，且 %2 未完成</translation>
    </message>
    <message>
        <source>cancelled, and %1 did not finish; last launches: %2</source>
        <translation>已取消，且 %1 未完成；最近的启动：%2</translation>
    </message>
    <message>
        <source>cancelled, and %1 did not finish</source>
        <translation>已取消，且 %1 未完成</translation>
    </message>
    <message>
        <source>allocate memory</source>
        <translation>分配内存</translation>
    </message>
    <message>
        <source>free memory</source>
        <translation>释放内存</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>cuda:%1 did not finish</source>
        <translation>cuda:%1 未完成</translation>
    </message>
    <message>
        <source>a float is no argument; write ib.convert_constant(...)</source>
        <translation>浮点数不能作为参数；请写 ib.convert_constant(...)</translation>
    </message>
    <message>
        <source>a list is no argument; a shape is a tuple: (1, 2)</source>
        <translation>列表不能作为参数；形状是元组：(1, 2)</translation>
    </message>
    <message>
        <source>a string is no argument; write ib.convert_constant(&quot;...&quot;)</source>
        <translation>字符串不能作为参数；请写 ib.convert_constant(&quot;...&quot;)</translation>
    </message>
    <message>
        <source>this process has no reader of LLVM&apos;s modules</source>
        <translation>此进程没有 LLVM 模块的读取器</translation>
    </message>
    <message>
        <source>cannot create a file in memory: %1</source>
        <translation>无法在内存中创建文件：%1</translation>
    </message>
    <message>
        <source>the file of an opened library is not known</source>
        <translation>不知道已打开库的文件</translation>
    </message>
    <message>
        <source>%1 holds no modules</source>
        <translation>%1 不含模块</translation>
    </message>
    <message>
        <source>%1 holds no native code</source>
        <translation>%1 不含本机代码</translation>
    </message>
    <message>
        <source>access through a pointer that is not an address</source>
        <translation>通过不是地址的指针访问</translation>
    </message>
    <message>
        <source>no memory for a storage of %1 bytes; %2 are in use</source>
        <translation>没有足够的内存用于 %1 字节的存储；已用 %2 字节</translation>
    </message>
    <message>
        <source>no memory for a storage of %1 bytes on cuda:%2; %3 are in use</source>
        <translation>没有足够的内存用于 cuda:%2 上 %1 字节的存储；已用 %3 字节</translation>
    </message>
    <message>
        <source>no memory for a storage of %1 bytes on cuda:%2; %3 are in use; %4 of %5 bytes of the device are free</source>
        <translation>没有足够的内存用于 cuda:%2 上 %1 字节的存储；已用 %3 字节；设备的 %5 字节中有 %4 字节空闲</translation>
    </message>
    <message>
        <source>%1: a heap has one dimension, not %2</source>
        <translation>%1：堆只有一维，而不是 %2 维</translation>
    </message>
    <message>
        <source>%1: extents %2 and %3 do not broadcast</source>
        <translation>%1：维度 %2 和 %3 不能广播</translation>
    </message>
    <message>
        <source>%1: kernel %2 is neither in this process nor in a loaded library</source>
        <translation>%1：内核 %2 既不在本进程中，也不在已加载的库中</translation>
    </message>
    <message>
        <source>%1: the executable has no function %2</source>
        <translation>%1：可执行文件没有函数 %2</translation>
    </message>
    <message>
        <source>%1: %2 indices, but one is expected</source>
        <translation>%1：有 %2 个索引，但只应有一个</translation>
    </message>
    <message>
        <source>%1 matches no function that an instruction of the executable calls</source>
        <translation>%1 不匹配可执行文件的指令所调用的任何函数</translation>
    </message>
    <message>
        <source>the file holds %1 programs; that of symbol %2 is opened</source>
        <translation>文件包含 %1 个程序；打开的是符号 %2 的那个</translation>
    </message>
    <message>
        <source>%1 writes pc %2&apos;s tensor over pc %3&apos;s, which pc %4 reads</source>
        <translation>%1 将 pc %2 的张量写在 pc %3 的张量之上，而 pc %4 还要读取后者</translation>
    </message>
    <message>
        <source>%1 (used at %2)</source>
        <translation>%1（使用处：%2）</translation>
    </message>
    <message>
        <source>%1 (used at %2 and %3 more)</source>
        <translation>%1（使用处：%2，另有 %3 处）</translation>
    </message>
    <message>
        <source>1 storage could take over a block that the memory planner left.</source>
        <translation>1 个存储可以接用内存规划器未复用的内存块。</translation>
    </message>
    <message>
        <source>%1 storages could take over a block each that the memory planner left.</source>
        <translation>%1 个存储可以各接用一个内存规划器未复用的内存块。</translation>
    </message>
    <message>
        <source>1 storage of %1 bytes could take over a block that the memory planner left.</source>
        <translation>1 个 %1 字节的存储可以接用内存规划器未复用的内存块。</translation>
    </message>
    <message>
        <source>%1 storages, %2 bytes in all, could take over a block each that the memory planner left.</source>
        <translation>%1 个存储（共 %2 字节）可以各接用一个内存规划器未复用的内存块。</translation>
    </message>
    <message>
        <source>1 function is compiled and has no instructions</source>
        <translation>1 个函数已编译为机器码，没有指令</translation>
    </message>
    <message>
        <source>%1 functions are compiled and have no instructions</source>
        <translation>%1 个函数已编译为机器码，没有指令</translation>
    </message>
    <message>
        <source>some code is unknown or too large to be followed</source>
        <translation>部分代码未知或过大，无法分析</translation>
    </message>
    <message>
        <source>rank %1 declared, argument count %2</source>
        <translation>声明的秩为 %1，参数个数为 %2</translation>
    </message>
    <message>
        <source>argument count %1, the function takes %2</source>
        <translation>参数个数为 %1，函数需要 %2 个</translation>
    </message>
    <message>
        <source>argument count %1, the builtin takes none</source>
        <translation>参数个数为 %1，内建函数不接受参数</translation>
    </message>
    <message>
        <source>argument count %1, the builtin takes %2: %3</source>
        <translation>参数个数为 %1，内建函数需要 %2 个：%3</translation>
    </message>
    <message>
        <source>argument count %1, the builtin takes %2 to %3: %4</source>
        <translation>参数个数为 %1，内建函数需要 %2 至 %3 个：%4</translation>
    </message>
    <message>
        <source>argument count %1, the builtin takes %2 or more: %3</source>
        <translation>参数个数为 %1，内建函数至少需要 %2 个：%3</translation>
    </message>
    <message>
        <source>Register holds another kind of value on another path</source>
        <translation>寄存器在另一条路径上持有另一种值</translation>
    </message>
    <message>
        <source>1 register holds values of different kinds where paths meet.</source>
        <translation>1 个寄存器在路径汇合处持有不同种类的值。</translation>
    </message>
    <message>
        <source>%1 registers hold values of different kinds where paths meet.</source>
        <translation>%1 个寄存器在路径汇合处持有不同种类的值。</translation>
    </message>
    <message>
        <source>1 pair of runs is fewer than the %1 that an interval needs</source>
        <translation>1 对运行少于区间所需的 %1 对</translation>
    </message>
    <message>
        <source>%1 in another order</source>
        <translation>%1 个顺序不同</translation>
    </message>
    <message>
        <source>%1: the executable has no function %2</source>
        <translation>%1：可执行文件没有函数 %2</translation>
    </message>
    <message>
        <source>%1: %2 indices, but one is expected</source>
        <translation>%1：有 %2 个索引，但只应有一个</translation>
    </message>
    <message>
        <source>%1 matches no function that an instruction of the executable calls</source>
        <translation>%1 不匹配可执行文件的指令所调用的任何函数</translation>
    </message>
    <message>
        <source>the file holds %1 programs; that of symbol %2 is opened</source>
        <translation>文件包含 %1 个程序；打开的是符号 %2 的那个</translation>
    </message>
    <message>
        <source>not recorded in turns: what the speed of the machine did in between is part of the differences</source>
        <translation>未轮流记录：其间机器速度的变化包含在差异中</translation>
    </message>
</context>
<context>
    <name>exporters</name>
    <message>
        <source>Relay constants…</source>
        <translation>Relay 常量…</translation>
    </message>
    <message>
        <source>Relay packed functions…</source>
        <translation>Relay 打包函数…</translation>
    </message>
    <message>
        <source>Relay virtual devices…</source>
        <translation>Relay 虚拟设备…</translation>
    </message>
    <message>
        <source>TVM text…</source>
        <translation>TVM 文本…</translation>
    </message>
    <message>
        <source>TVM Python…</source>
        <translation>TVM Python…</translation>
    </message>
    <message>
        <source>JSON listing…</source>
        <translation>JSON 指令列表…</translation>
    </message>
    <message>
        <source>TVM statistics…</source>
        <translation>TVM 统计…</translation>
    </message>
    <message>
        <source>Control flow for Graphviz…</source>
        <translation>Graphviz 控制流…</translation>
    </message>
    <message>
        <source>Chrome trace…</source>
        <translation>Chrome 跟踪…</translation>
    </message>
    <message>
        <source>Events as CSV…</source>
        <translation>CSV 事件…</translation>
    </message>
    <message>
        <source>Text without numbering…</source>
        <translation>不含编号的文本…</translation>
    </message>
    <message>
        <source>Annotated listing…</source>
        <translation>带注释的列表…</translation>
    </message>
</context>
<context>
    <name>obstacles</name>
    <message>
        <source>a parameter list holds tensors and no code</source>
        <translation>参数列表只含张量，不含代码</translation>
    </message>
    <message>
        <source>a profile holds no kernels and no tensor data; open the original library</source>
        <translation>性能记录中没有内核和张量数据；请打开原始库</translation>
    </message>
    <message>
        <source>constant {} is late-bound; give the file with the late-bound constants</source>
        <translation>常量 {} 是后绑定常量；请提供存放后绑定常量的文件</translation>
    </message>
    <message>
        <source>functions that it calls are not in any open library: {}</source>
        <translation>它调用的函数不在任何已打开的库中：{}</translation>
    </message>
    <message>
        <source>it is a {}, which this system does not load</source>
        <translation>它是 {}，本系统无法加载</translation>
    </message>
    <message>
        <source>it is not linked ({}); only a shared library can run</source>
        <translation>文件未经链接（{}）；只有共享库才能运行</translation>
    </message>
    <message>
        <source>its code is for {}, not for this processor</source>
        <translation>其代码面向 {}，而非本机处理器</translation>
    </message>
    <message>
        <source>this engine cannot run modules of kind {}</source>
        <translation>此引擎不能运行 {} 类型的模块</translation>
    </message>
    <message>
        <source>no symbol names its modules, so they cannot be loaded</source>
        <translation>没有符号指向其模块，因此无法加载</translation>
    </message>
    <message>
        <source>the executable is damaged: {}</source>
        <translation>可执行文件已损坏：{}</translation>
    </message>
    <message>
        <source>the value of constant {} is unknown: a text dump of TVM does not contain it</source>
        <translation>常量 {} 的值未知：TVM 的文本转储中没有它</translation>
    </message>
    <message>
        <source>it holds CUDA kernels of TVM 0.21 or earlier, which this engine does not run</source>
        <translation>它包含 TVM 0.21 或更早版本的 CUDA 内核，此引擎不运行它们</translation>
    </message>
    <message>
        <source>it is a system library, of which this engine does not load modules of kind {}</source>
        <translation>它是系统库，此引擎不加载其中 {} 类型的模块</translation>
    </message>
</context>
<context>
    <name>opcodes</name>
    <message>
        <source>Allocates a block on a device; its size in bytes is read from a register.</source>
        <translation>在设备上分配一块存储，字节数由寄存器给出。</translation>
    </message>
    <message>
        <source>Allocates a block; its size in bytes is read from a register.</source>
        <translation>分配一块存储，字节数由寄存器给出。</translation>
    </message>
    <message>
        <source>Allocates a block on a device; its size is read from a register or follows from a shape.</source>
        <translation>在设备上分配一块存储：字节数由寄存器给出，或按形状计算。</translation>
    </message>
    <message>
        <source>Binds captured values to a VM function.</source>
        <translation>把捕获的值绑定到一个 VM 函数。</translation>
    </message>
    <message>
        <source>Calls a VM function; the result goes to dst.</source>
        <translation>调用一个 VM 函数，结果写入 dst。</translation>
    </message>
    <message>
        <source>Calls a closure: its captured values come first, then the arguments.</source>
        <translation>调用一个闭包：先传捕获的值，再传参数。</translation>
    </message>
    <message>
        <source>Calls a function with registers, immediates, constants or functions; the result goes to dst.</source>
        <translation>以寄存器、立即数、常量或函数为参数调用函数，结果写入 dst。</translation>
    </message>
    <message>
        <source>Calls a kernel; its last arguments are tensors that it writes in place.</source>
        <translation>调用一个内核；末尾的参数是由它就地写入的张量。</translation>
    </message>
    <message>
        <source>Calls a packed function with registers, immediates or constants; the result goes to dst.</source>
        <translation>以寄存器、立即数或常量为参数调用打包函数，结果写入 dst。</translation>
    </message>
    <message>
        <source>Clears a register so that its value can be freed.</source>
        <translation>清空一个寄存器，使其值可以释放。</translation>
    </message>
    <message>
        <source>Compares two integer registers: jumps by the true offset when equal, else by the false offset.</source>
        <translation>比较两个整数寄存器：相等时按真偏移跳转，否则按假偏移跳转。</translation>
    </message>
    <message>
        <source>Copies a register; both then name the same object.</source>
        <translation>复制一个寄存器，之后两者指向同一对象。</translation>
    </message>
    <message>
        <source>Copies a tensor from one device to another.</source>
        <translation>把张量从一个设备复制到另一个设备。</translation>
    </message>
    <message>
        <source>Ends the function; its result is the register.</source>
        <translation>结束函数，结果是该寄存器。</translation>
    </message>
    <message>
        <source>Ends the run with an error: no case of a match applies.</source>
        <translation>以错误结束运行：没有分支能匹配。</translation>
    </message>
    <message>
        <source>Falls through if the register is non-zero, otherwise jumps by the false offset.</source>
        <translation>寄存器不为零时继续向下执行，否则按假偏移跳转。</translation>
    </message>
    <message>
        <source>Jumps by an offset counted in instructions from this one.</source>
        <translation>按偏移跳转，从本指令起以指令计数。</translation>
    </message>
    <message>
        <source>Jumps by the true offset when both registers are equal, else by the false offset.</source>
        <translation>两个寄存器相等时按真偏移跳转，否则按假偏移跳转。</translation>
    </message>
    <message>
        <source>Loads a constant to a device; each VM copies it there once.</source>
        <translation>把常量加载到设备；每个 VM 只复制一次。</translation>
    </message>
    <message>
        <source>Loads a constant; each VM copies it to its device once.</source>
        <translation>加载常量；每个 VM 只把它复制到设备一次。</translation>
    </message>
    <message>
        <source>Makes an int64 tensor of one element.</source>
        <translation>创建只有一个元素的 int64 张量。</translation>
    </message>
    <message>
        <source>Packs values into an object with a constructor&apos;s tag; tuples have tag 0.</source>
        <translation>把值打包成带构造器标签的对象；元组的标签为 0。</translation>
    </message>
    <message>
        <source>Places a tensor in a storage block at an offset; its shape is read from a register.</source>
        <translation>在存储块的某个偏移处放置张量，形状从寄存器读取。</translation>
    </message>
    <message>
        <source>Places a tensor in a storage block; its shape is read from a register.</source>
        <translation>在存储块中放置张量，形状从寄存器读取。</translation>
    </message>
    <message>
        <source>Places a tensor of fixed shape in a storage block at an offset.</source>
        <translation>在存储块的某个偏移处放置固定形状的张量。</translation>
    </message>
    <message>
        <source>Places a tensor of fixed shape in a storage block.</source>
        <translation>在存储块中放置固定形状的张量。</translation>
    </message>
    <message>
        <source>Reads the constructor tag of an object as an int32 tensor.</source>
        <translation>以 int32 张量的形式读取对象的构造器标签。</translation>
    </message>
    <message>
        <source>Takes one field of an object.</source>
        <translation>取出对象的一个字段。</translation>
    </message>
    <message>
        <source>The shape of a tensor as an int64 tensor.</source>
        <translation>以 int64 张量的形式给出张量的形状。</translation>
    </message>
    <message>
        <source>Views a tensor&apos;s data with a shape that a register holds.</source>
        <translation>以寄存器中的形状创建张量数据的视图。</translation>
    </message>
</context>
<context>
    <name>relaxscope::AboutDialog</name>
    <message>
        <source>About RelaxScope</source>
        <translation>关于 RelaxScope</translation>
    </message>
    <message>
        <source>Inspector and profiler for Relax VM executables.

The window is GPL-3.0-or-later, the libraries below it Apache-2.0.
It works offline and sends nothing. Files are read, never executed, until you run them;
runs happen in a separate process.</source>
        <translation>Relax VM 可执行文件的查看与性能分析工具。

窗口采用 GPL-3.0-or-later 许可，其下的库采用 Apache-2.0 许可。
完全离线工作，不发送任何数据。在您运行文件之前，文件只会被读取，绝不会被执行；
代码在单独的进程中运行。</translation>
    </message>
</context>
<context>
    <name>relaxscope::AssemblyEditor</name>
    <message>
        <source>Assembler text</source>
        <translation>汇编文本</translation>
    </message>
</context>
<context>
    <name>relaxscope::Breadcrumb</name>
    <message numerus="yes">
        <source>%1; a right click lists its %n copies</source>
        <translation>
            <numerusform>%1；右键单击列出其 %n 份</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CallHistogram</name>
    <message>
        <source>Histogram of the calls&apos; times</source>
        <translation>各次调用时间的直方图</translation>
    </message>
    <message numerus="yes">
        <source>%1 calls, %2 to %3, median %4</source>
        <translation>
            <numerusform>%1 次调用，%2 到 %3，中位数 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %3 calls</source>
        <translation>
            <numerusform>%1 到 %2：%3 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of them in outlying runs</source>
        <translation>
            <numerusform>其中 %1 次在离群运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the calls</source>
        <translation>占全部调用的 %1 %</translation>
    </message>
</context>
<context>
    <name>relaxscope::CallPane</name>
    <message>
        <source>Median and p99 are of whole calls, with those within them</source>
        <translation>中位数和 p99 按整个调用计算，包含其中的调用</translation>
    </message>
    <message>
        <source>How calls were matched</source>
        <translation>调用如何匹配</translation>
    </message>
    <message>
        <source>Select a row to see its calls.</source>
        <translation>选择一行以查看其调用。</translation>
    </message>
    <message>
        <source>%1 calls a run; %2 old and %3 new runs</source>
        <translation>每次运行 %1 次调用；旧 %2 次、新 %3 次运行</translation>
    </message>
    <message>
        <source>old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Time of a call without those within it, of the runs that rows are made of</source>
        <translation>一次调用不含其中调用的耗时，取自构成各行的运行</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Half of the calls of all measured runs take at most this long</source>
        <translation>所有测量运行中一半的调用耗时不超过此值</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>99 % of the calls of all measured runs take at most this long</source>
        <translation>所有测量运行中 99 % 的调用耗时不超过此值</translation>
    </message>
    <message>
        <source>same name</source>
        <translation>同名</translation>
    </message>
    <message>
        <source>other name</source>
        <translation>异名</translation>
    </message>
    <message>
        <source>only in the old</source>
        <translation>仅在旧的中</translation>
    </message>
    <message>
        <source>only in the new</source>
        <translation>仅在新的中</translation>
    </message>
    <message>
        <source>Calls are matched by name alone: %1.</source>
        <translation>仅按名称匹配调用：%1。</translation>
    </message>
</context>
<context>
    <name>relaxscope::CallRow</name>
    <message>
        <source>Calls</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>relaxscope::CallScript</name>
    <message>
        <source>%1: this file has no function %2 to call</source>
        <translation>%1：此文件中没有可调用的函数 %2</translation>
    </message>
    <message>
        <source>%1: %2 takes %3 arguments, but the script gives %4</source>
        <translation>%1：%2 需要 %3 个参数，脚本给出了 %4 个</translation>
    </message>
    <message>
        <source>a value that the dialog cannot show as text</source>
        <translation>对话框无法用文本表示此值</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>the file of an array has changed</source>
        <translation>某个数组的文件已更改</translation>
    </message>
    <message>
        <source>%1 holds arrays that the calls use; save under another name</source>
        <translation>%1 中有这些调用要用的数组；请用别的名称保存</translation>
    </message>
    <message>
        <source>is too large for a script</source>
        <translation>太大，不能作为脚本</translation>
    </message>
    <message>
        <source>contains no call</source>
        <translation>不含任何调用</translation>
    </message>
</context>
<context>
    <name>relaxscope::CallsPane</name>
    <message>
        <source>All calls</source>
        <translation>所有调用</translation>
    </message>
    <message>
        <source>Lists all calls again</source>
        <translation>重新列出所有调用</translation>
    </message>
    <message>
        <source>Single calls</source>
        <translation>单次调用</translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in the range, whole times</source>
        <translation>范围内 %1，完整时间</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 runs</source>
        <translation>
            <numerusform>%2 次运行中 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The %1 longest of %2 calls</source>
        <translation>%2 次调用中最长的 %1 次</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 calls</source>
        <translation>
            <numerusform>%2 次调用中的 %1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 to %2</source>
        <translation>，%1 到 %2</translation>
    </message>
    <message>
        <source>, the %1 longest</source>
        <translation>，最长的 %1 次</translation>
    </message>
    <message>
        <source>Point at a bar, or step through them with the arrow keys</source>
        <translation>指向一根柱，或用方向键逐根移动</translation>
    </message>
    <message>
        <source>%1, on device</source>
        <translation>%1，在设备上</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 个内核</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CallsSource</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Number of the run</source>
        <translation>运行的编号</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time of the call with calls inside it, less the cost of recording</source>
        <translation>该次调用的时间，含其中的调用，已扣除记录开销</translation>
    </message>
    <message>
        <source>pc</source>
        <translation>pc</translation>
    </message>
    <message>
        <source>Instruction of the call</source>
        <translation>调用的指令</translation>
    </message>
    <message>
        <source>Arguments and results</source>
        <translation>参数与结果</translation>
    </message>
    <message>
        <source>outlier</source>
        <translation>离群</translation>
    </message>
    <message>
        <source>The whole run is far from the others; no row counts it.</source>
        <translation>整次运行远离其他运行；任何一行都不计入它。</translation>
    </message>
</context>
<context>
    <name>relaxscope::CfgCanvas</name>
    <message>
        <source>Control flow graph</source>
        <translation>控制流图</translation>
    </message>
</context>
<context>
    <name>relaxscope::CfgView</name>
    <message numerus="yes">
        <source>Laying out the graph of %n instructions…</source>
        <translation>
            <numerusform>正在布局 %n 条指令的图…</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold plumbing</source>
        <translation>折叠辅助调用</translation>
    </message>
    <message>
        <source>Fold checks and scratch memory into one line each</source>
        <translation>检查与临时内存各折叠为一行</translation>
    </message>
    <message numerus="yes">
        <source>%n parameters</source>
        <translation>
            <numerusform>%n 个参数</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is open: open an executable to see its control flow.</source>
        <translation>尚未打开文件：打开一个可执行文件以查看其控制流。</translation>
    </message>
    <message>
        <source>The executable has no functions.</source>
        <translation>该可执行文件没有函数。</translation>
    </message>
    <message>
        <source>%1 is a compiled function: its control flow is machine code of the library.</source>
        <translation>%1 是已编译函数：其控制流是库中的机器码。</translation>
    </message>
    <message>
        <source>%1 is a packed function and has no bytecode. Choose a bytecode function.</source>
        <translation>%1 是打包函数，没有字节码。请选择一个字节码函数。</translation>
    </message>
    <message>
        <source>%1 has no instructions.</source>
        <translation>%1 没有指令。</translation>
    </message>
    <message>
        <source>The graph cannot be laid out: %1</source>
        <translation>无法布局此图：%1</translation>
    </message>
    <message>
        <source>Point at a block to read how often it is executed and how long it takes</source>
        <translation>指向一个基本块，可读出其执行次数和耗时</translation>
    </message>
</context>
<context>
    <name>relaxscope::CodeFind</name>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n hits</source>
        <translation>
            <numerusform>%n 个匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CodePane</name>
    <message>
        <source>Code of the module</source>
        <translation>模块的代码</translation>
    </message>
    <message>
        <source>%1, %2 %3</source>
        <translation>%1，%2 %3</translation>
    </message>
    <message>
        <source>… truncated: the first 64 KiB are shown.</source>
        <translation>… 已截断：仅显示前 64 KiB。</translation>
    </message>
    <message>
        <source>… truncated: the first 4 MiB are shown.</source>
        <translation>… 已截断：仅显示前 4 MiB。</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
</context>
<context>
    <name>relaxscope::CommandLine</name>
    <message>
        <source>%1: no file of --inputs holds an array &quot;%2&quot;</source>
        <translation>%1：--inputs 的文件中没有数组“%2”</translation>
    </message>
    <message>
        <source>%1 has a seed for each random argument; here all of them derive from one</source>
        <translation>%1 为每个随机参数指定了种子；此处均由同一个种子导出</translation>
    </message>
</context>
<context>
    <name>relaxscope::CommandPalette</name>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n 条指令</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call site(s)</source>
        <translation>
            <numerusform>%n 处调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Function, call, or &gt; for commands, : for a pc</source>
        <translation>函数、调用；输入 &gt; 查找命令，输入 : 转到 pc</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Go to pc %1</source>
        <translation>转到 pc %1</translation>
    </message>
    <message>
        <source>There is no code to go to: open a file first.</source>
        <translation>没有可转到的代码：请先打开文件。</translation>
    </message>
    <message>
        <source>Type a pc from 0 to %1.</source>
        <translation>请输入 0 到 %1 之间的 pc。</translation>
    </message>
    <message>
        <source>No command matches “%1”.</source>
        <translation>没有与“%1”匹配的命令。</translation>
    </message>
    <message>
        <source>Nothing matches “%1”. Search functions and calls, &gt; commands or : a pc.</source>
        <translation>没有与“%1”匹配的内容。可搜索函数和调用，或用 &gt; 搜索命令、用 : 转到 pc。</translation>
    </message>
    <message>
        <source>Nothing matches “%1”. Search commands, or open a file to search its functions.</source>
        <translation>没有与“%1”匹配的内容。可搜索命令，或打开文件以搜索其中的函数。</translation>
    </message>
</context>
<context>
    <name>relaxscope::CompareDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Old</source>
        <translation>旧</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Choose a file: %1</source>
        <translation>选择文件：%1</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a file to compare</source>
        <translation>选择要比较的文件</translation>
    </message>
    <message>
        <source>There is no file %1</source>
        <translation>没有文件 %1</translation>
    </message>
    <message>
        <source>Both are the same file</source>
        <translation>两者是同一个文件</translation>
    </message>
    <message>
        <source>Nothing in the files is executed.</source>
        <translation>不会执行文件中的任何内容。</translation>
    </message>
    <message>
        <source>Compare profiles</source>
        <translation>比较性能记录</translation>
    </message>
</context>
<context>
    <name>relaxscope::CompareView</name>
    <message>
        <source>Compared calls</source>
        <translation>比较的调用</translation>
    </message>
    <message>
        <source>Neither profile has a call in its measured runs.</source>
        <translation>两个性能记录的测量运行中都没有调用。</translation>
    </message>
    <message>
        <source>By callee</source>
        <translation>按被调用者</translation>
    </message>
    <message>
        <source>One row per callee</source>
        <translation>每个被调用者一行</translation>
    </message>
    <message>
        <source>By call</source>
        <translation>按调用</translation>
    </message>
    <message>
        <source>One row per call in the code</source>
        <translation>代码中每处调用一行</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Old becomes new</source>
        <translation>旧的变成新的</translation>
    </message>
    <message>
        <source>Hide what is the same</source>
        <translation>隐藏相同的</translation>
    </message>
    <message>
        <source>Fold the rows that are the same into one</source>
        <translation>把相同的行折叠为一行</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n calls</source>
        <translation>
            <numerusform>筛选 %n 处调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n callees</source>
        <translation>
            <numerusform>筛选 %n 个被调用者</numerusform>
        </translation>
    </message>
    <message>
        <source>Calls are matched by name alone: %1.</source>
        <translation>仅按名称匹配调用：%1。</translation>
    </message>
    <message>
        <source>Comparing the times of both…</source>
        <translation>正在比较两者的时间…</translation>
    </message>
    <message>
        <source>The times cannot be compared: %1</source>
        <translation>无法比较时间：%1</translation>
    </message>
    <message>
        <source>Neither side has a recorded run. Run both in turns to see what the change did to it.</source>
        <translation>两侧都没有记录的运行。轮流运行两者，即可看到改动带来的影响。</translation>
    </message>
    <message>
        <source>Neither side has a recorded run. Compare two profiles (.rsprof) to see what the change did to it.</source>
        <translation>两侧都没有记录的运行。比较两个性能记录 (.rsprof) 以查看改动对运行的影响。</translation>
    </message>
    <message>
        <source>Only %1 has a recorded run. Compare it with another profile (.rsprof).</source>
        <translation>只有 %1 有记录的运行。请与另一个性能记录 (.rsprof) 比较。</translation>
    </message>
    <message>
        <source>Run both in turns</source>
        <translation>轮流运行两者</translation>
    </message>
</context>
<context>
    <name>relaxscope::Comparison</name>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>a file was overwritten since it was opened, and what it held cannot be read again</source>
        <translation>文件在打开后被覆盖，无法再读取其原有内容</translation>
    </message>
</context>
<context>
    <name>relaxscope::ComparisonCrumbs</name>
    <message>
        <source>difference %1 of %2</source>
        <translation>第 %1 处差异，共 %2 处</translation>
    </message>
</context>
<context>
    <name>relaxscope::ComparisonPage</name>
    <message>
        <source>%1 changed on disk.</source>
        <translation>%1 在磁盘上已更改。</translation>
    </message>
    <message>
        <source>The comparison is of its previous content.</source>
        <translation>当前比较的是更改前的内容。</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>重新比较</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1（磁盘）</translation>
    </message>
    <message>
        <source>%1 edited</source>
        <translation>%1（已编辑）</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1 cannot be compared: %2</source>
        <translation>无法比较 %1：%2</translation>
    </message>
    <message>
        <source>Running both failed: %1</source>
        <translation>运行两者失败：%1</translation>
    </message>
    <message>
        <source>Stopped before both were recorded</source>
        <translation>在两者都记录之前已停止</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>Their times are compared by the names of calls.</source>
        <translation>它们的时间按调用名称比较。</translation>
    </message>
    <message>
        <source>The file is no longer as it was before: both cannot be run</source>
        <translation>文件已不是之前的内容：无法运行两者</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>%1（之前）</translation>
    </message>
    <message>
        <source>%1 now</source>
        <translation>%1（现在）</translation>
    </message>
</context>
<context>
    <name>relaxscope::ConstantPane</name>
    <message>
        <source>Save as .npy…</source>
        <translation>另存为 .npy…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compute figures</source>
        <translation>计算统计值</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Choose a constant to see its value.</source>
        <translation>选择一个常量以查看其值。</translation>
    </message>
    <message numerus="yes">
        <source>%n elements</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>device type %1</source>
        <translation>设备类型 %1</translation>
    </message>
    <message>
        <source>the first rows and columns are shown</source>
        <translation>仅显示前面的行和列</translation>
    </message>
    <message>
        <source>Figures require reading all %1 %2 of the file.</source>
        <translation>计算统计值需要读取文件中全部 %1 %2 数据。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>No instruction uses it.</source>
        <translation>没有指令使用它。</translation>
    </message>
    <message>
        <source>Used at %1</source>
        <translation>使用于 %1</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>SHA-256 %1</source>
        <translation>SHA-256 %1</translation>
    </message>
    <message>
        <source>SHA-256 of the data %1</source>
        <translation>数据的 SHA-256 %1</translation>
    </message>
    <message>
        <source>min %1</source>
        <translation>最小 %1</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>平均 %1</translation>
    </message>
    <message>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <source>NaN %1</source>
        <translation>NaN %1</translation>
    </message>
    <message>
        <source>inf %1</source>
        <translation>无穷 %1</translation>
    </message>
    <message>
        <source>zero %1</source>
        <translation>零 %1</translation>
    </message>
    <message>
        <source>Elements of the constant</source>
        <translation>常量的元素</translation>
    </message>
    <message>
        <source>The tensor cannot be read: %1</source>
        <translation>无法读取张量：%1</translation>
    </message>
    <message>
        <source>Find copies</source>
        <translation>查找副本</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Its content was not compared with that of others of its type.</source>
        <translation>其内容尚未与同类型的其他常量比较。</translation>
    </message>
    <message>
        <source>Equal to %1</source>
        <translation>与 %1 相同</translation>
    </message>
</context>
<context>
    <name>relaxscope::ConstantsView</name>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>No constants: nothing is open, or the executable&apos;s pool is empty.</source>
        <translation>没有常量：尚未打开文件，或可执行文件的常量池为空。</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n constants</source>
        <translation>
            <numerusform>筛选 %n 个常量</numerusform>
        </translation>
    </message>
    <message>
        <source>The chosen constant</source>
        <translation>所选常量</translation>
    </message>
</context>
<context>
    <name>relaxscope::DataTable</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>Not sorted</source>
        <translation>不排序</translation>
    </message>
    <message>
        <source>Smallest first</source>
        <translation>从小到大</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>从大到小</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>relaxscope::DeviceBox</name>
    <message>
        <source>Device to run on</source>
        <translation>运行所用的设备</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n core(s)</source>
        <translation>
            <numerusform>%1，%n 个核心</numerusform>
        </translation>
    </message>
    <message>
        <source>Emulated GPU</source>
        <translation>仿真 GPU</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffArea</name>
    <message>
        <source>Differences of the instructions</source>
        <translation>指令的差异</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffCfgPane</name>
    <message>
        <source>Control flow graphs, old and new</source>
        <translation>控制流图，旧与新</translation>
    </message>
    <message>
        <source>No graph: the function has no bytecode on either side.</source>
        <translation>没有图：该函数两侧都没有字节码。</translation>
    </message>
    <message>
        <source>old block at pc %1</source>
        <translation>旧基本块，pc %1</translation>
    </message>
    <message>
        <source>new block at pc %1</source>
        <translation>新基本块，pc %1</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffConstantPane</name>
    <message>
        <source>No histogram: the constant has more than 256 MiB</source>
        <translation>没有直方图：该常量超过 256 MiB</translation>
    </message>
    <message>
        <source>Reading the differences…</source>
        <translation>正在读取差异…</translation>
    </message>
    <message>
        <source>No element has a finite difference</source>
        <translation>没有元素具有有限的差值</translation>
    </message>
    <message>
        <source>Δ, new minus old, of the %1 elements that differ</source>
        <translation>%1 个不同元素的 Δ，新减旧</translation>
    </message>
    <message>
        <source>%1 without a finite one</source>
        <translation>%1 个没有有限差值</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffKernelPane</name>
    <message>
        <source>Lines of the kernel that differ</source>
        <translation>内核中不同的行</translation>
    </message>
    <message>
        <source>Select a kernel in the table of kernels to see which of its lines differ.</source>
        <translation>在内核表中选择一个内核，以查看其中不同的行。</translation>
    </message>
    <message>
        <source>Reading the kernel…</source>
        <translation>正在读取内核…</translation>
    </message>
    <message>
        <source>Only one file has this kernel.</source>
        <translation>只有一个文件含有该内核。</translation>
    </message>
    <message>
        <source>No line of it differs.</source>
        <translation>它没有不同的行。</translation>
    </message>
    <message>
        <source>−%1 +%2 lines</source>
        <translation>−%1 +%2 行</translation>
    </message>
    <message>
        <source>%1 further lines are left out</source>
        <translation>另有 %1 行未列出</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffPlanPane</name>
    <message>
        <source>Memory plans of the function, old and new</source>
        <translation>函数的新旧内存规划</translation>
    </message>
    <message>
        <source>pc %1–%2</source>
        <translation>pc %1–%2</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffSummaryPane</name>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>The difference before (Shift+F7)</source>
        <translation>上一处差异 (Shift+F7)</translation>
    </message>
    <message>
        <source>Next  F7</source>
        <translation>下一处  F7</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>The next difference (F7)</source>
        <translation>下一处差异 (F7)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Picture of the listing…</source>
        <translation>指令列表的图片…</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Live peak</source>
        <translation>存活峰值</translation>
    </message>
    <message>
        <source>no plan</source>
        <translation>没有规划</translation>
    </message>
    <message>
        <source>comparing again; this is the previous result</source>
        <translation>正在重新比较；此处为上一次的结果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Mean run</source>
        <translation>平均运行时间</translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffView</name>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Neither file has a function.</source>
        <translation>两个文件都没有函数。</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Neither file has a constant.</source>
        <translation>两个文件都没有常量。</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>No function calls a kernel or builtin.</source>
        <translation>没有函数调用内核或内建函数。</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Old becomes new</source>
        <translation>旧变为新</translation>
    </message>
    <message>
        <source>Hide equal rows</source>
        <translation>隐藏相同行</translation>
    </message>
    <message>
        <source>Fold rows that are equal</source>
        <translation>折叠相同的行</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>合并显示</translation>
    </message>
    <message>
        <source>One listing in place of two side by side</source>
        <translation>用一个列表代替左右两个</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Hide and show kinds of change</source>
        <translation>隐藏或显示各种更改</translation>
    </message>
    <message>
        <source>Memory plans</source>
        <translation>内存规划</translation>
    </message>
    <message>
        <source>No matched function allocates storage, so there is no plan to compare.</source>
        <translation>匹配的函数都不分配存储块，因此没有可比较的规划。</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较内容</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>CFG</source>
        <translation>CFG</translation>
    </message>
    <message>
        <source>Memory plan</source>
        <translation>内存规划</translation>
    </message>
    <message>
        <source>Comparing the two files…</source>
        <translation>正在比较两个文件…</translation>
    </message>
    <message>
        <source>The function has no instructions to compare.</source>
        <translation>该函数没有可比较的指令。</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n functions</source>
        <translation>
            <numerusform>筛选 %n 个函数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n constants</source>
        <translation>
            <numerusform>筛选 %n 个常量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n kernels</source>
        <translation>
            <numerusform>筛选 %n 个内核</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kinds: %n hidden</source>
        <translation>
            <numerusform>种类：已隐藏 %n 种</numerusform>
        </translation>
    </message>
    <message>
        <source>Sum of calls</source>
        <translation>调用合计</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
</context>
<context>
    <name>relaxscope::DocumentPage</name>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Show pc %1</source>
        <translation>显示 pc %1</translation>
    </message>
    <message>
        <source>The window is not affected. Change the arguments or limits and run again, or stop here and look at what was recorded.</source>
        <translation>窗口不受影响。可以修改参数或限制后重新运行，也可以就此停下，查看已记录的内容。</translation>
    </message>
    <message>
        <source>No runnable file is open</source>
        <translation>当前没有可以运行的文件</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Cannot be run: %1</source>
        <translation>无法运行：%1</translation>
    </message>
    <message>
        <source>The code was changed but not applied.</source>
        <translation>代码已更改但尚未应用。</translation>
    </message>
    <message>
        <source>The edited code is not saved.</source>
        <translation>编辑后的代码尚未保存。</translation>
    </message>
    <message>
        <source>The edit was not applied: %1</source>
        <translation>编辑未应用：%1</translation>
    </message>
    <message>
        <source>The file changed on disk since its code was edited: save the edited code or reload the file</source>
        <translation>编辑代码之后文件在磁盘上已更改：请保存编辑后的代码或重新加载文件</translation>
    </message>
    <message>
        <source>The views show what was recorded until then.</source>
        <translation>各视图显示停止前已记录的内容。</translation>
    </message>
    <message>
        <source>Apply it and save the code, or discard the changes.</source>
        <translation>请应用并保存代码，或放弃更改。</translation>
    </message>
    <message>
        <source>Save it as a file, or discard the changes.</source>
        <translation>请将其另存为文件，或放弃更改。</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>The changed code was not run: it has errors.</source>
        <translation>更改后的代码有错误，因此没有运行。</translation>
    </message>
    <message>
        <source>Mend them, or discard the changes.</source>
        <translation>请修正错误，或放弃更改。</translation>
    </message>
    <message>
        <source>This run is incomplete: %1</source>
        <translation>这次运行不完整：%1</translation>
    </message>
    <message>
        <source>Cannot be run: the file no longer exists at %1</source>
        <translation>无法运行：文件已不在 %1</translation>
    </message>
</context>
<context>
    <name>relaxscope::DropZone</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>All shortcuts</source>
        <translation>全部快捷键</translation>
    </message>
</context>
<context>
    <name>relaxscope::EditPane</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply the edit to all views (Ctrl+Return)</source>
        <translation>将编辑应用到所有视图 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Apply the edit and run it with the kernels of the file</source>
        <translation>应用编辑，并用该文件的内核运行</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save as a new file: executable bytes, text, or packed into a copy of the library</source>
        <translation>另存为新文件：可执行文件字节、文本，或装入库的副本</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Reload the file and discard all edits</source>
        <translation>重新加载文件并放弃所有编辑</translation>
    </message>
    <message>
        <source>This function</source>
        <translation>此函数</translation>
    </message>
    <message>
        <source>Whole executable</source>
        <translation>整个可执行文件</translation>
    </message>
    <message>
        <source>Scope of the text</source>
        <translation>文本的范围</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Back to the listing (Esc)</source>
        <translation>返回指令列表 (Esc)</translation>
    </message>
    <message>
        <source>writing the text…</source>
        <translation>正在生成文本…</translation>
    </message>
    <message>
        <source>This build has no assembler.</source>
        <translation>此版本没有汇编器。</translation>
    </message>
    <message>
        <source>Too long to edit here: export the text, edit it and open it again.</source>
        <translation>太长，无法在此编辑：请导出文本，修改后重新打开。</translation>
    </message>
    <message>
        <source>This function has no bytecode to edit.</source>
        <translation>此函数没有可编辑的字节码。</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed, not applied yet</source>
        <translation>已修改，尚未应用</translation>
    </message>
    <message>
        <source>Applied; the file is unchanged</source>
        <translation>已应用；文件保持原样</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>与文件一致</translation>
    </message>
    <message>
        <source>The language of this text (Shift+F1)</source>
        <translation>此文本所用的语言 (Shift+F1)</translation>
    </message>
    <message>
        <source>Apply or revert the changes first</source>
        <translation>请先应用或还原更改</translation>
    </message>
    <message>
        <source>The text cannot be written: %1</source>
        <translation>无法写出文本：%1</translation>
    </message>
    <message>
        <source>the text cannot be assembled: %1</source>
        <translation>无法汇编此文本：%1</translation>
    </message>
</context>
<context>
    <name>relaxscope::ErrorStrip</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>relaxscope::Export</name>
    <message>
        <source>the open file has changed on disk; reload it</source>
        <translation>打开的文件已在磁盘上更改；请重新加载</translation>
    </message>
    <message>
        <source>constant %1 is not a tensor</source>
        <translation>常量 %1 不是张量</translation>
    </message>
</context>
<context>
    <name>relaxscope::FactSheet</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FileStrip</name>
    <message>
        <source>The frame marks byte %1.</source>
        <translation>方框标出第 %1 字节。</translation>
    </message>
    <message>
        <source>The frame marks bytes %1 to %2.</source>
        <translation>方框标出第 %1 至 %2 字节。</translation>
    </message>
    <message>
        <source>Its bytes are shown, decoded as far as they could be read.</source>
        <translation>下面是文件的字节，已解码到能读取之处。</translation>
    </message>
    <message>
        <source>Supported files: %1</source>
        <translation>支持的文件：%1</translation>
    </message>
    <message>
        <source>Nothing in the file was executed.</source>
        <translation>文件中的任何内容都没有被执行。</translation>
    </message>
    <message>
        <source>Show byte %1</source>
        <translation>显示第 %1 字节</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Opening %1 was cancelled</source>
        <translation>已取消打开 %1</translation>
    </message>
    <message>
        <source>%1 changed on disk</source>
        <translation>%1 已在磁盘上更改</translation>
    </message>
    <message>
        <source>The window shows the file as it was opened.</source>
        <translation>窗口显示的是打开时的文件内容。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>It was loaded again before the run.</source>
        <translation>运行前已重新加载。</translation>
    </message>
    <message>
        <source>%1 no longer exists: %2</source>
        <translation>%1 已不存在：%2</translation>
    </message>
    <message>
        <source>The window shows the file as it was opened. Runs need the file.</source>
        <translation>窗口显示的是打开时的文件内容。运行需要该文件。</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>定位…</translation>
    </message>
    <message>
        <source>%1 does not exist: %2</source>
        <translation>%1 不存在：%2</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted, or its drive is not connected.</source>
        <translation>它可能已被移动、重命名或删除，或者所在的磁盘未连接。</translation>
    </message>
    <message>
        <source>%1 is not the file that was at %2: its content differs.</source>
        <translation>%1 不是原来位于 %2 的文件：内容不同。</translation>
    </message>
    <message>
        <source>It is not known whether %1 is the file that was at %2.</source>
        <translation>无法确定 %1 是否就是原来位于 %2 的文件。</translation>
    </message>
    <message>
        <source>The content of the earlier file was not recorded.</source>
        <translation>没有记录原文件的内容。</translation>
    </message>
    <message>
        <source>Compare with before</source>
        <translation>与之前比较</translation>
    </message>
    <message>
        <source>It was loaded again.</source>
        <translation>已重新加载。</translation>
    </message>
</context>
<context>
    <name>relaxscope::FillArguments</name>
    <message>
        <source>Arrays (*.npz *.npy *.safetensors *.params *.bin tensor-cache.json ndarray-cache.json)</source>
        <translation>数组 (*.npz *.npy *.safetensors *.params *.bin tensor-cache.json ndarray-cache.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Fill arguments from a file of arrays</source>
        <translation>用数组文件填写参数</translation>
    </message>
    <message>
        <source>Array file</source>
        <translation>数组文件</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %n argument(s) filled</source>
        <translation>
            <numerusform>%1：已填写 %n 个参数中的 %2 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n array(s): add a colon and the name of one</source>
        <translation>
            <numerusform>%1 含有 %n 个数组：请加冒号和其中一个的名称</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FilterField</name>
    <message>
        <source>Regular expression (Alt+R)</source>
        <translation>正则表达式 (Alt+R)</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindBar</name>
    <message>
        <source>Find in all functions</source>
        <translation>在所有函数中查找</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>上一个匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>下一个匹配 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingList</name>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 处</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>None: the verifier found nothing that a run could fail on.</source>
        <translation>无：校验器未发现会使运行失败的问题。</translation>
    </message>
    <message>
        <source>None: the verifier found no error.</source>
        <translation>无：校验器未发现错误。</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingRow</name>
    <message>
        <source>Show me</source>
        <translation>转到该处</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingRowPainter</name>
    <message>
        <source>Show me</source>
        <translation>转到该处</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingsBar</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>With cost</source>
        <translation>有开销</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all findings</source>
        <translation>复制全部诊断</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy as SARIF</source>
        <translation>复制为 SARIF</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n finding(s)</source>
        <translation>
            <numerusform>筛选 %n 条诊断</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingsLedger</name>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>rest of the run</source>
        <translation>运行的其余部分</translation>
    </message>
    <message>
        <source>The calls named here take %1 of %2 per run, %3</source>
        <translation>此处列出的调用每次运行耗时 %1（全程 %2），占 %3</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingsModel</name>
    <message>
        <source>%1 per run</source>
        <translation>每次运行 %1</translation>
    </message>
    <message>
        <source>Self time of the calls per run; a call counts in one finding only</source>
        <translation>这些调用每次运行的自身时间；一个调用只计入一条诊断</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Cost per run</source>
        <translation>每次运行开销</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingsView</name>
    <message>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Show what the rule of the finding means</source>
        <translation>显示该诊断所用规则的含义</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing is open: open an executable to see its findings.</source>
        <translation>尚未打开文件：打开可执行文件后可查看其诊断。</translation>
    </message>
    <message>
        <source>Looking for findings…</source>
        <translation>正在查找诊断…</translation>
    </message>
    <message>
        <source>No findings: every check of the verifier passed, and the linter has nothing to remark.</source>
        <translation>没有诊断：校验器的所有检查均已通过，检查规则也没有发现问题。</translation>
    </message>
    <message>
        <source>No finding matches “%1”.</source>
        <translation>没有与“%1”匹配的诊断。</translation>
    </message>
    <message>
        <source>No finding is of this kind.</source>
        <translation>没有此类诊断。</translation>
    </message>
    <message numerus="yes">
        <source>Cost: self time of the named calls per run, the mean of the middle half of %n run(s); a call counts in one finding only. Bars: 0 to %1 of the run.</source>
        <translation>
            <numerusform>开销：所列调用每次运行的自身时间，取 %n 次运行居中一半的均值；一个调用只计入一条诊断。条形：一次运行的 0 至 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The linter is still at work.</source>
        <translation>检查规则仍在运行。</translation>
    </message>
    <message>
        <source>Select a finding to see what its rule means.</source>
        <translation>选择一条诊断以查看其规则的含义。</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>About the rule</source>
        <translation>关于此规则</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all as text</source>
        <translation>全部复制为文本</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Close all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>A profile holds no library: the linter knows less of its kernels, and findings may be missing.</source>
        <translation>性能记录不含库：检查规则对其中的内核所知较少，可能遗漏诊断。</translation>
    </message>
    <message>
        <source>Findings may be missing: %1.</source>
        <translation>可能缺少诊断：%1。</translation>
    </message>
    <message>
        <source>No findings, and some may be missing: %1.</source>
        <translation>没有诊断，但可能有遗漏：%1。</translation>
    </message>
</context>
<context>
    <name>relaxscope::FloatingView</name>
    <message>
        <source>%1 — %2</source>
        <comment>view, file</comment>
        <translation>%1 — %2</translation>
    </message>
</context>
<context>
    <name>relaxscope::FunctionsView</name>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>No functions: nothing is open, or the file&apos;s function table is empty.</source>
        <translation>没有函数：尚未打开文件，或文件的函数表为空。</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n functions</source>
        <translation>
            <numerusform>筛选 %n 个函数</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in listing</source>
        <translation>在指令列表中显示</translation>
    </message>
    <message>
        <source>Show its first call</source>
        <translation>显示其第一次调用</translation>
    </message>
    <message>
        <source>Show its CFG</source>
        <translation>显示其 CFG</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>relaxscope::FurtherOptions</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Furt&amp;her options: limits, minimum time, skipped calls</source>
        <translation>更多选项：限制、最短时间、跳过的调用(&amp;H)</translation>
    </message>
    <message>
        <source>Repeat until this much time has been measured</source>
        <translation>重复运行，直到测得的时间达到此值</translation>
    </message>
    <message>
        <source>A run that takes longer, with the worker&apos;s start and the load, is stopped</source>
        <translation>连同工作进程的启动和加载，超过此时间的运行将被停止</translation>
    </message>
    <message>
        <source>Mi&amp;nimum time</source>
        <translation>最短时间(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>时间限制(&amp;T)</translation>
    </message>
    <message>
        <source>¾ of free memory</source>
        <translation>可用内存的 ¾</translation>
    </message>
    <message>
        <source>What the worker may use, in MiB; 0: no limit</source>
        <translation>工作进程可用的内存（MiB）；0：不限</translation>
    </message>
    <message>
        <source>Instructions that a call may execute; 0: no limit</source>
        <translation>一次调用可执行的指令数；0：不限</translation>
    </message>
    <message>
        <source>Frames of VM functions; 0: no limit</source>
        <translation>VM 函数的栈帧数；0：不限</translation>
    </message>
    <message>
        <source>Memor&amp;y limit (MiB)</source>
        <translation>内存限制（MiB）(&amp;Y)</translation>
    </message>
    <message>
        <source>Ste&amp;ps</source>
        <translation>指令数(&amp;P)</translation>
    </message>
    <message>
        <source>Stack fram&amp;es</source>
        <translation>栈帧数(&amp;E)</translation>
    </message>
    <message>
        <source>Kernels and builtins that are not run, separated by semicolons; their calls return None</source>
        <translation>不运行的内核与内建函数，以分号分隔；对它们的调用返回 None</translation>
    </message>
    <message>
        <source>Function of a library that returns an instrument, called before and after each call (TVM&apos;s set_instrument)</source>
        <translation>库中返回插桩函数的函数，在每次调用前后被调用（TVM 的 set_instrument）</translation>
    </message>
    <message>
        <source>S&amp;kip calls of</source>
        <translation>跳过的调用(&amp;K)</translation>
    </message>
    <message>
        <source>Instr&amp;ument</source>
        <translation>插桩(&amp;U)</translation>
    </message>
    <message>
        <source>Memory limit: %1 is not a number of MiB</source>
        <translation>内存限制：%1 不是 MiB 数</translation>
    </message>
    <message>
        <source>%1 s, as in Settings</source>
        <translation>%1 秒，按设置</translation>
    </message>
    <message>
        <source>%1, as in Settings</source>
        <translation>%1，按设置</translation>
    </message>
</context>
<context>
    <name>relaxscope::FurtherViews</name>
    <message>
        <source>Open a file to arrange its views</source>
        <translation>打开文件后才能排列其视图</translation>
    </message>
    <message>
        <source>Choose a view that is shown once more</source>
        <translation>请选择再次显示的视图</translation>
    </message>
    <message>
        <source>The overview has no window of its own</source>
        <translation>概览没有独立窗口</translation>
    </message>
    <message>
        <source>The last view in the centre stays there</source>
        <translation>中央的最后一个视图不能移走</translation>
    </message>
    <message>
        <source>No view is chosen</source>
        <translation>未选择视图</translation>
    </message>
    <message>
        <source>%1 is not a view of one function: it is shown once</source>
        <translation>%1不是单个函数的视图，只能显示一次</translation>
    </message>
    <message>
        <source>%1 is shown twice already</source>
        <translation>%1已显示两次</translation>
    </message>
    <message>
        <source>Follow the selection</source>
        <translation>跟随选择</translation>
    </message>
    <message>
        <source>Lock to %1</source>
        <translation>锁定到 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>view, function</comment>
        <translation>%2 的%1</translation>
    </message>
</context>
<context>
    <name>relaxscope::GraphCanvas</name>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>缩小 (-)</translation>
    </message>
    <message>
        <source>Fit the whole graph (F)</source>
        <translation>显示整张图 (F)</translation>
    </message>
</context>
<context>
    <name>relaxscope::HelpPage</name>
    <message>
        <source>Assembler language</source>
        <translation>汇编语言</translation>
    </message>
    <message>
        <source>Search the page</source>
        <translation>在页面中搜索</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Previous (Shift+F3)</source>
        <translation>上一个 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next (F3)</source>
        <translation>下一个 (F3)</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>relaxscope::HexArea</name>
    <message>
        <source>Bytes of the file</source>
        <translation>文件的字节</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>byte %1 (0x%2)</source>
        <translation>字节 %1 (0x%2)</translation>
    </message>
</context>
<context>
    <name>relaxscope::HexTree</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 B, %2 % of the file</source>
        <translation>%1 B，占文件的 %2 %</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>relaxscope::HexView</name>
    <message>
        <source>Decoded fields</source>
        <translation>解码后的字段</translation>
    </message>
    <message>
        <source>Bytes (7f 45 4c 46) or text</source>
        <translation>字节 (7f 45 4c 46) 或文本</translation>
    </message>
    <message>
        <source>Go to offset</source>
        <translation>转到偏移</translation>
    </message>
    <message>
        <source>Go to offset: 4096, 0x1000 or 1000h (G)</source>
        <translation>转到偏移：4096、0x1000 或 1000h (G)</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find bytes or text (Ctrl+F)</source>
        <translation>查找字节或文本 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Nothing is open: open a file to see its bytes.</source>
        <translation>尚未打开文件：打开一个文件以查看其字节。</translation>
    </message>
    <message>
        <source>A profile holds the executable&apos;s tables, not its bytes. Open the original library.</source>
        <translation>性能记录保存可执行文件的表，而不是字节。请打开原始库。</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>no hits</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>at 0x%1</source>
        <translation>位于 0x%1</translation>
    </message>
    <message>
        <source>Go to definition</source>
        <translation>转到定义</translation>
    </message>
    <message>
        <source>Copy offset</source>
        <translation>复制偏移</translation>
    </message>
    <message>
        <source>Copy marked bytes</source>
        <translation>复制标记的字节</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
</context>
<context>
    <name>relaxscope::InspectorView</name>
    <message>
        <source>Shape heap at this instruction</source>
        <translation>此指令处的形状堆</translation>
    </message>
    <message>
        <source>slot %1</source>
        <translation>槽 %1</translation>
    </message>
    <message>
        <source>set here</source>
        <translation>在此设置</translation>
    </message>
    <message>
        <source>function body</source>
        <translation>函数体</translation>
    </message>
    <message>
        <source>compiled function</source>
        <translation>已编译函数</translation>
    </message>
    <message>
        <source>from compiled code</source>
        <translation>来自编译代码</translation>
    </message>
    <message>
        <source>load phase</source>
        <translation>加载阶段</translation>
    </message>
    <message>
        <source>VM builtin</source>
        <translation>VM 内建函数</translation>
    </message>
    <message>
        <source>bytecode function</source>
        <translation>字节码函数</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>尚未打开文件。</translation>
    </message>
    <message>
        <source>Nothing is selected. Click a call in the timeline, the listing or a table to see its details here.</source>
        <translation>未选择任何内容。单击时间线、指令列表或表格中的一个调用，此处会显示其详细信息。</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>Callee</source>
        <translation>被调函数</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>depth %1</source>
        <translation>深度 %1</translation>
    </message>
    <message>
        <source>depth %1, in %2</source>
        <translation>深度 %1，位于 %2</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1 after the run&apos;s start</source>
        <translation>运行开始后 %1</translation>
    </message>
    <message>
        <source>%1 after the recording&apos;s start</source>
        <translation>记录开始后 %1</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>取得</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Live after call</source>
        <translation>调用后存活</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>This call</source>
        <translation>此次调用</translation>
    </message>
    <message>
        <source>Share of the run</source>
        <translation>占运行的比例</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Among all its calls</source>
        <translation>在其所有调用中</translation>
    </message>
    <message>
        <source>longer than %1 % of %2</source>
        <translation>比 %2 次中的 %1 % 更长</translation>
    </message>
    <message>
        <source>How measured</source>
        <translation>测量方式</translation>
    </message>
    <message>
        <source>Show in listing</source>
        <translation>在指令列表中显示</translation>
    </message>
    <message>
        <source>Show in timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>no event selected</source>
        <translation>未作为事件选中</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Operands</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>No profile yet: run the executable to see what this call costs.</source>
        <translation>尚无性能记录：运行可执行文件即可看到此调用的开销。</translation>
    </message>
    <message numerus="yes">
        <source>Time over %n calls</source>
        <translation>
            <numerusform>%n 次调用的时间</numerusform>
        </translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>The measured runs did not reach this instruction.</source>
        <translation>已测运行没有执行到此指令。</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>pc %1 to %2</source>
        <translation>pc %1 到 %2</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Call sites</source>
        <translation>调用处</translation>
    </message>
    <message>
        <source>Calls in its body</source>
        <translation>函数体中的调用</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Own name</source>
        <translation>原名</translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>kernels of compiled code</source>
        <translation>编译代码的内核</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>those of the values run</source>
        <translation>取自取值运行</translation>
    </message>
    <message>
        <source>none: this run executed other instructions than the values run</source>
        <translation>无：本次运行与取值运行执行的指令不同</translation>
    </message>
    <message>
        <source>kernel within a builtin</source>
        <translation>内建函数中的内核</translation>
    </message>
    <message>
        <source>from the list of calls</source>
        <translation>来自调用列表</translation>
    </message>
    <message>
        <source>Time per run</source>
        <translation>每次运行的时间</translation>
    </message>
    <message>
        <source>Share of the runs</source>
        <translation>占运行的份额</translation>
    </message>
    <message>
        <source>All its calls</source>
        <translation>它的全部调用</translation>
    </message>
    <message>
        <source>Mean of a call</source>
        <translation>每次调用的均值</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message numerus="yes">
        <source>Used by %n instructions</source>
        <translation>
            <numerusform>由 %n 条指令使用</numerusform>
        </translation>
    </message>
    <message>
        <source>Used by 1,000 instructions or more</source>
        <translation>由 1,000 条或更多指令使用</translation>
    </message>
    <message>
        <source>Memory scope</source>
        <translation>内存范围</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message numerus="yes">
        <source>%n others are equal</source>
        <translation>
            <numerusform>另有 %n 个相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Equal to</source>
        <translation>等于</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message numerus="yes">
        <source>Shape heap: %n slots</source>
        <translation>
            <numerusform>形状堆：%n 个槽</numerusform>
        </translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>wait at the end of the run</source>
        <translation>运行结束时的等待</translation>
    </message>
    <message>
        <source>packed function</source>
        <translation>打包函数</translation>
    </message>
</context>
<context>
    <name>relaxscope::KindMenu</name>
    <message>
        <source>All kinds</source>
        <translation>所有种类</translation>
    </message>
</context>
<context>
    <name>relaxscope::LateConstants</name>
    <message numerus="yes">
        <source>%n constant(s) of this executable are late-bound and stored in a separate file.</source>
        <translation>
            <numerusform>该可执行文件有 %n 个后绑定常量，存放在单独的文件中。</numerusform>
        </translation>
    </message>
    <message>
        <source>The file is a parameter list saved with the executable. Load it, or drop it here, to see the values.</source>
        <translation>该文件是与可执行文件一同保存的参数列表。加载它，或将其拖放到此处，即可查看常量的值。</translation>
    </message>
    <message>
        <source>Load constants file…</source>
        <translation>加载常量文件…</translation>
    </message>
    <message>
        <source>The constants of %1 were not loaded: %2</source>
        <translation>未加载 %1 中的常量：%2</translation>
    </message>
    <message>
        <source>A constants file holds exactly the tensors that the executable names.</source>
        <translation>常量文件必须恰好包含可执行文件所指名的张量，不多也不少。</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>选择其他文件…</translation>
    </message>
</context>
<context>
    <name>relaxscope::ListingArea</name>
    <message>
        <source>Listing</source>
        <translation>指令列表</translation>
    </message>
    <message>
        <source>%1: register; all uses are highlighted</source>
        <translation>%1：寄存器；所有使用处均已高亮</translation>
    </message>
    <message>
        <source>Ctrl+click or double-click: go to it</source>
        <translation>Ctrl+单击或双击：转到该处</translation>
    </message>
    <message numerus="yes">
        <source>pc %1: %2 calls, mean %3 %4</source>
        <translation>
            <numerusform>pc %1：%2 次调用，平均 %3 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>median %1 %2, p99 %3 %4</source>
        <translation>中位数 %1 %2，p99 %3 %4</translation>
    </message>
    <message>
        <source>pc %1</source>
        <translation>pc %1</translation>
    </message>
    <message>
        <source>%1 per run</source>
        <translation>每次运行 %1</translation>
    </message>
    <message>
        <source>Click or L: go to the next copy</source>
        <translation>单击或按 L：转到下一份</translation>
    </message>
</context>
<context>
    <name>relaxscope::ListingView</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find in all functions (Ctrl+F)</source>
        <translation>在所有函数中查找 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Plumbing</source>
        <translation>辅助调用</translation>
    </message>
    <message>
        <source>Show instructions that only move storage, shapes and registers</source>
        <translation>显示仅搬运存储、形状和寄存器的指令</translation>
    </message>
    <message numerus="yes">
        <source>%n instructions</source>
        <translation>
            <numerusform>%n 条指令</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n registers</source>
        <translation>
            <numerusform>%n 个寄存器</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is open: open an executable to see its instructions.</source>
        <translation>尚未打开文件：打开一个可执行文件以查看其指令。</translation>
    </message>
    <message>
        <source>The executable has no functions.</source>
        <translation>该可执行文件没有函数。</translation>
    </message>
    <message>
        <source>%1 is a compiled function: its code is machine code of the library, so there is no bytecode to list.</source>
        <translation>%1 是已编译函数：其代码是库中的机器码，没有字节码可列出。</translation>
    </message>
    <message>
        <source>%1 is a packed function, looked up by name at run time, so there is no bytecode to list. Choose a bytecode function.</source>
        <translation>%1 是打包函数：运行时按名称查找，没有字节码可列出。请选择一个字节码函数。</translation>
    </message>
    <message>
        <source>%1 has no instructions: its range %2 to %3 lies outside the code.</source>
        <translation>%1 没有指令：其范围 %2 到 %3 位于代码之外。</translation>
    </message>
    <message>
        <source>%1 has kind %2, which no TVM release writes.</source>
        <translation>%1 的类型为 %2，没有任何 TVM 版本会写出该类型。</translation>
    </message>
    <message>
        <source>Go to definition of %1</source>
        <translation>转到 %1 的定义</translation>
    </message>
    <message>
        <source>Show constant %1</source>
        <translation>显示常量 %1</translation>
    </message>
    <message>
        <source>Go to callee %1</source>
        <translation>转到被调函数 %1</translation>
    </message>
    <message>
        <source>Show in CFG</source>
        <translation>在 CFG 中显示</translation>
    </message>
    <message>
        <source>Copy line</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy function</source>
        <translation>复制函数</translation>
    </message>
    <message>
        <source> %1 more</source>
        <translation> 还有 %1 个</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit the instructions as assembler text (Ctrl+E)</source>
        <translation>以汇编文本编辑指令 (Ctrl+E)</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n instructions…</source>
        <translation>
            <numerusform>正在读取 %n 条指令…</numerusform>
        </translation>
    </message>
    <message>
        <source>The instructions cannot be listed: %1</source>
        <translation>无法列出指令：%1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>Name %1…</source>
        <translation>命名%1…</translation>
    </message>
</context>
<context>
    <name>relaxscope::LocateFlow</name>
    <message>
        <source>Locate %1</source>
        <translation>定位 %1</translation>
    </message>
</context>
<context>
    <name>relaxscope::MainWindow</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Open a file to run it</source>
        <translation>打开文件以运行</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Profiles (*.rsprof)</source>
        <translation>性能记录 (*.rsprof)</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png)</source>
        <translation>图片 (*.svg *.png)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Select an instruction or a function to annotate.</source>
        <translation>请先选择要写备注的指令或函数。</translation>
    </message>
    <message>
        <source>Note on pc %1</source>
        <translation>pc %1 的备注</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <source>Select a function to name it.</source>
        <translation>请先选择要命名的函数。</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>%1 的名称</translation>
    </message>
    <message>
        <source>Shown in place of the function&apos;s own name; the file is not changed. Leave empty for its own name.</source>
        <translation>代替函数原名显示，文件不会改变。留空则用原名。</translation>
    </message>
    <message>
        <source>Assembler text (*.rsasm)</source>
        <translation>汇编文本 (*.rsasm)</translation>
    </message>
    <message>
        <source>The selection has no references: select an operand, a function or a constant first.</source>
        <translation>所选内容没有引用：请先选择操作数、函数或常量。</translation>
    </message>
    <message>
        <source>Load constants file</source>
        <translation>加载常量文件</translation>
    </message>
    <message>
        <source>Parameter lists (*.consts *.params *.ro);;All files (*)</source>
        <translation>参数列表 (*.consts *.params *.ro);;所有文件 (*)</translation>
    </message>
    <message>
        <source>This view has no table to sort.</source>
        <translation>此视图中没有可排序的表格。</translation>
    </message>
    <message>
        <source>A background task failed: %1</source>
        <translation>后台任务失败：%1</translation>
    </message>
    <message>
        <source>The note is stored beside the file, which is not changed.</source>
        <translation>备注保存在文件旁边，文件不会改变。</translation>
    </message>
    <message>
        <source>The note is stored in the data folder, as the file&apos;s folder cannot be written.</source>
        <translation>文件所在的文件夹不可写，因此备注保存在数据文件夹中。</translation>
    </message>
    <message>
        <source>Leave empty to remove it.</source>
        <translation>留空则移除备注。</translation>
    </message>
    <message>
        <source>Select an instruction of a layer to name the layer.</source>
        <translation>请选择某一层的指令以命名该层。</translation>
    </message>
    <message>
        <source>Name of %1, %2</source>
        <translation>%1（%2）的名称</translation>
    </message>
    <message>
        <source>Shown in place of the layer&apos;s own name; the file is not changed. Leave empty for its own name.</source>
        <translation>代替该层自己的名称显示；文件不会更改。留空则使用其自己的名称。</translation>
    </message>
    <message>
        <source>The code is not edited: it is that of the file</source>
        <translation>代码未编辑：与文件相同</translation>
    </message>
    <message>
        <source>Compare two executables to run both</source>
        <translation>先比较两个可执行文件，才能运行两者</translation>
    </message>
</context>
<context>
    <name>relaxscope::MatchDialog</name>
    <message>
        <source>Match functions</source>
        <translation>匹配函数</translation>
    </message>
    <message>
        <source>The two are compared as one function, whatever their names and code. Kept for this pair of files; one that is matched already is released.</source>
        <translation>无论名称和代码如何，二者都作为同一函数比较。为这两个文件保留；已匹配的函数会被释放。</translation>
    </message>
    <message>
        <source>Of %1</source>
        <translation>%1 的函数</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>without a match</source>
        <translation>未匹配</translation>
    </message>
    <message>
        <source>matched with %1</source>
        <translation>已与 %1 匹配</translation>
    </message>
</context>
<context>
    <name>relaxscope::MatchingNote</name>
    <message>
        <source>How functions were matched</source>
        <translation>函数的匹配依据</translation>
    </message>
    <message>
        <source>Match by hand…</source>
        <translation>手动匹配…</translation>
    </message>
    <message>
        <source>Cut this match</source>
        <translation>取消此匹配</translation>
    </message>
    <message>
        <source>The two functions are no longer taken for one; kept for this pair of files</source>
        <translation>不再将二者视为同一函数；为这两个文件保留</translation>
    </message>
    <message>
        <source>Signs and colours</source>
        <translation>符号与颜色</translation>
    </message>
    <message>
        <source>only in the old file; blue</source>
        <translation>只在旧文件中；蓝色</translation>
    </message>
    <message>
        <source>only in the new file; orange</source>
        <translation>只在新文件中；橙色</translation>
    </message>
    <message>
        <source>in both, other operands or another callee; violet</source>
        <translation>两侧都有，操作数或被调用者不同；紫色</translation>
    </message>
    <message>
        <source>equal, in another place</source>
        <translation>相同，位置不同</translation>
    </message>
    <message>
        <source>equal after renumbering</source>
        <translation>重新编号后相同</translation>
    </message>
    <message>
        <source>Hide how functions were matched</source>
        <translation>隐藏函数的匹配依据</translation>
    </message>
    <message>
        <source>Show how functions were matched</source>
        <translation>显示函数的匹配依据</translation>
    </message>
</context>
<context>
    <name>relaxscope::MemoryNames</name>
    <message>
        <source>overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>≠ measured</source>
        <translation>≠ 实测</translation>
    </message>
    <message>
        <source>reuse ×%1</source>
        <translation>复用 ×%1</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>single</source>
        <translation>单次</translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation>存活字节数</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
</context>
<context>
    <name>relaxscope::MemoryView</name>
    <message>
        <source>Point at a storage or a tensor to read its bytes and its life here</source>
        <translation>指向一个存储或张量，此处显示其字节数和生命期</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>The panel with the peak and other plans</source>
        <translation>显示峰值和其他计划的面板</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Bytes that the profile measured, beside the plan</source>
        <translation>在计划旁显示剖析实测的字节数</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Lives of registers in place of storages</source>
        <translation>以寄存器的生命期代替存储</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Fit the selection (F); whole function: 0</source>
        <translation>适应所选内容（F）；整个函数：0</translation>
    </message>
    <message>
        <source>Show in listing</source>
        <translation>在指令列表中显示</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy plan as CSV</source>
        <translation>将计划复制为 CSV</translation>
    </message>
    <message>
        <source>Whole function</source>
        <translation>整个函数</translation>
    </message>
    <message>
        <source>Nothing is open: open an executable to see its memory plan.</source>
        <translation>没有打开任何文件：打开一个可执行文件以查看其内存计划。</translation>
    </message>
    <message>
        <source>The executable has no functions.</source>
        <translation>该可执行文件没有函数。</translation>
    </message>
    <message>
        <source>%1 is a compiled function: its allocations are machine code of the library.</source>
        <translation>%1 是编译函数：其分配操作是库中的机器码。</translation>
    </message>
    <message>
        <source>%1 is a packed function and has no bytecode. Choose a bytecode function.</source>
        <translation>%1 是打包函数，没有字节码。请选择一个字节码函数。</translation>
    </message>
    <message>
        <source>The memory plan of %1 is being computed.</source>
        <translation>正在计算 %1 的内存计划。</translation>
    </message>
    <message>
        <source>%1 allocates no storage. %2</source>
        <translation>%1 不分配存储。%2</translation>
    </message>
    <message>
        <source>%1 allocates no storage: its results are arguments, constants or computed by the calls themselves.</source>
        <translation>%1 不分配存储：其结果是参数、常量，或由调用自身计算。</translation>
    </message>
</context>
<context>
    <name>relaxscope::MenuBuilder</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>没有最近的文件</translation>
    </message>
</context>
<context>
    <name>relaxscope::ModulesView</name>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>This module has no kernels.</source>
        <translation>此模块没有内核。</translation>
    </message>
    <message>
        <source>Nothing is open: open a library to see its modules.</source>
        <translation>尚未打开文件：打开一个库以查看其模块。</translation>
    </message>
    <message>
        <source>This file holds only an executable, without a library: kernels are looked up by name in the libraries loaded with it.</source>
        <translation>此文件只含可执行文件，不含库：内核会按名称在随其加载的库中查找。</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n kernels</source>
        <translation>
            <numerusform>筛选 %n 个内核</numerusform>
        </translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>显示源码</translation>
    </message>
    <message>
        <source>Show its first call</source>
        <translation>显示其第一次调用</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>relaxscope::NoteKeeper</name>
    <message>
        <source>Notes of this file were found in two places and merged; of each the newer is shown.</source>
        <translation>在两处找到了此文件的备注，已合并；每条显示较新的一份。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Notes were not saved: %1</source>
        <translation>备注未能保存：%1</translation>
    </message>
    <message>
        <source>Notes of this file are stored in %1</source>
        <translation>此文件的备注保存在 %1</translation>
    </message>
    <message>
        <source>They cannot be written next to the file, in %1. They are found again by the file&apos;s content, wherever it is.</source>
        <translation>无法写入文件所在的 %1。备注按文件内容查找，文件移到哪里都能找到。</translation>
    </message>
</context>
<context>
    <name>relaxscope::Notes</name>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>relaxscope::OutputPanel</name>
    <message>
        <source>Output of the run</source>
        <translation>运行的输出</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>The kernels of the last run printed nothing</source>
        <translation>上次运行的内核没有输出</translation>
    </message>
    <message numerus="yes">
        <source>The kernels of the last run printed %n line(s)</source>
        <translation>
            <numerusform>上次运行的内核输出了 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>; only the first MiB is kept</source>
        <translation>；只保留前 1 MiB</translation>
    </message>
</context>
<context>
    <name>relaxscope::OverlaidHistogram</name>
    <message>
        <source>Histogram of the calls&apos; times on both sides</source>
        <translation>两侧调用耗时的直方图</translation>
    </message>
    <message numerus="yes">
        <source>old, %1 calls</source>
        <translation>
            <numerusform>旧，%1 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>new, %1 calls</source>
        <translation>
            <numerusform>新，%1 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>beyond %1: %2 and %3</source>
        <translation>超过 %1：%2 和 %3</translation>
    </message>
    <message>
        <source>old median</source>
        <translation>旧中位数</translation>
    </message>
    <message>
        <source>new median</source>
        <translation>新中位数</translation>
    </message>
    <message>
        <source>%1 to %2: %3 old and %4 new calls</source>
        <translation>%1 至 %2：旧 %3 次、新 %4 次调用</translation>
    </message>
</context>
<context>
    <name>relaxscope::OverviewView</name>
    <message>
        <source>Virtual devices</source>
        <translation>虚拟设备</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>(host)</source>
        <translation>（主机）</translation>
    </message>
    <message>
        <source>Relay VM executable</source>
        <translation>Relay VM 可执行文件</translation>
    </message>
    <message>
        <source>Parameter list</source>
        <translation>参数列表</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>bytecode and compiled</source>
        <translation>字节码与已编译</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>已编译</translation>
    </message>
    <message>
        <source>bytecode</source>
        <translation>字节码</translation>
    </message>
    <message>
        <source>Relax VM executable</source>
        <translation>Relax VM 可执行文件</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能记录</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>verified</source>
        <translation>已校验</translation>
    </message>
    <message>
        <source>Median run</source>
        <translation>运行中位数</translation>
    </message>
    <message numerus="yes">
        <source>± %1 %2, %n run(s)</source>
        <translation>
            <numerusform>± %1 %2，%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>no instructions</source>
        <translation>没有指令</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n 条调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ret</source>
        <translation>%1 条 ret</translation>
    </message>
    <message numerus="yes">
        <source>%n jump(s)</source>
        <translation>
            <numerusform>%n 条跳转</numerusform>
        </translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>%1 bytecode</source>
        <translation>%1 个字节码</translation>
    </message>
    <message>
        <source>%1 compiled</source>
        <translation>%1 个已编译</translation>
    </message>
    <message>
        <source>%1 packed</source>
        <translation>%1 个打包</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Live bytes, peak</source>
        <translation>存活字节数，峰值</translation>
    </message>
    <message>
        <source>measured in the run</source>
        <translation>运行中测得</translation>
    </message>
    <message>
        <source>Constant data</source>
        <translation>常量数据</translation>
    </message>
    <message>
        <source>tensors in the file</source>
        <translation>文件中的张量</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>executable part %1</source>
        <translation>可执行部分 %1</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>可执行文件</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>variant %1, version string %2</source>
        <translation>变体 %1，版本字符串 %2</translation>
    </message>
    <message>
        <source>Produced by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>入口</translation>
    </message>
    <message numerus="yes">
        <source>%1(%2, %n more)</source>
        <translation>
            <numerusform>%1(%2，还有 %n 个)</numerusform>
        </translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>library, host</source>
        <translation>库，主机</translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n 个内核</numerusform>
        </translation>
    </message>
    <message>
        <source>Run with…</source>
        <translation>按参数运行…</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Show all in Findings</source>
        <translation>在诊断中显示全部</translation>
    </message>
    <message>
        <source>No findings. Every check of the verifier passed: the file cannot make the engine crash or read outside its tables.</source>
        <translation>没有诊断。校验器的所有检查均已通过：此文件不会使引擎崩溃或越界读取其各表。</translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s)</source>
        <translation>
            <numerusform>还有 %n 条诊断</numerusform>
        </translation>
    </message>
    <message>
        <source>Hottest calls</source>
        <translation>最耗时的调用</translation>
    </message>
    <message>
        <source>Open Statistics</source>
        <translation>打开统计</translation>
    </message>
    <message>
        <source>Not run yet. After a run, the calls that take the most time are listed here.</source>
        <translation>尚未运行。运行之后，最耗时的调用会列在这里。</translation>
    </message>
    <message>
        <source>This profile contains no calls.</source>
        <translation>此性能记录中没有调用。</translation>
    </message>
    <message>
        <source>Callee</source>
        <translation>被调函数</translation>
    </message>
    <message numerus="yes">
        <source>%n more callee(s)</source>
        <translation>
            <numerusform>还有 %n 个被调函数</numerusform>
        </translation>
    </message>
    <message>
        <source>About this file</source>
        <translation>关于此文件</translation>
    </message>
    <message>
        <source>Import tree</source>
        <translation>导入树</translation>
    </message>
    <message>
        <source>Time by category</source>
        <translation>按类别划分的时间</translation>
    </message>
    <message>
        <source>Open Timeline</source>
        <translation>打开时间线</translation>
    </message>
    <message>
        <source>No measurements yet: run the executable, or open a profile of it.</source>
        <translation>尚无测量数据：请运行此可执行文件，或打开它的性能记录。</translation>
    </message>
    <message>
        <source>shared library, %1</source>
        <translation>共享库，%1</translation>
    </message>
    <message>
        <source>shared library</source>
        <translation>共享库</translation>
    </message>
    <message>
        <source>executable bytes</source>
        <translation>可执行文件字节</translation>
    </message>
    <message>
        <source>JSON form</source>
        <translation>JSON 形式</translation>
    </message>
    <message>
        <source>text form</source>
        <translation>文本形式</translation>
    </message>
    <message>
        <source>python form</source>
        <translation>Python 形式</translation>
    </message>
    <message>
        <source>parameter list</source>
        <translation>参数列表</translation>
    </message>
    <message>
        <source>C source</source>
        <translation>C 源码</translation>
    </message>
    <message>
        <source>object file, %1</source>
        <translation>目标文件，%1</translation>
    </message>
    <message>
        <source>program, %1</source>
        <translation>程序，%1</translation>
    </message>
    <message>
        <source>%1-bit</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>big-endian</source>
        <translation>大端序</translation>
    </message>
    <message>
        <source>tar archive</source>
        <translation>tar 归档</translation>
    </message>
    <message>
        <source>ar archive</source>
        <translation>ar 归档</translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>tensors in a separate file</source>
        <translation>张量位于单独的文件中</translation>
    </message>
    <message>
        <source>Constants file</source>
        <translation>常量文件</translation>
    </message>
    <message>
        <source>Recorded on</source>
        <translation>记录于</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Self time per run: the mean of the middle half of runs. Bars: 0 to %1 of all self time.</source>
        <translation>每次运行的自身时间：居中一半运行的均值。条形：全部自身时间的 0 至 %1。</translation>
    </message>
    <message numerus="yes">
        <source>± %1 %2, %Ln runs so far</source>
        <translation>
            <numerusform>± %1 %2，目前 %Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for findings…</source>
        <translation>正在查找诊断…</translation>
    </message>
    <message>
        <source>Run emulated</source>
        <translation>仿真运行</translation>
    </message>
    <message>
        <source>a single run</source>
        <translation>仅一次运行</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::PairRunner</name>
    <message>
        <source>Both files must be open to run them</source>
        <translation>两个文件都打开后才能运行</translation>
    </message>
    <message>
        <source>Save the edited code to run both</source>
        <translation>先保存已编辑的代码，才能运行两者</translation>
    </message>
    <message>
        <source>%1 cannot be run: %2</source>
        <translation>%1 无法运行：%2</translation>
    </message>
</context>
<context>
    <name>relaxscope::PairTimes</name>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>relaxscope::PeakPanel</name>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Copy plan as CSV</source>
        <translation>将计划复制为 CSV</translation>
    </message>
    <message>
        <source>Show pc %1 in listing</source>
        <translation>在指令列表中显示 pc %1</translation>
    </message>
</context>
<context>
    <name>relaxscope::ProfileTracks</name>
    <message>
        <source>slot %1</source>
        <translation>槽 %1</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>slot %1, dimension</source>
        <translation>槽 %1，一个维度</translation>
    </message>
    <message>
        <source>slot %1, derived</source>
        <translation>槽 %1，推导得出</translation>
    </message>
    <message>
        <source>slot %1, inferred from use</source>
        <translation>槽 %1，由用途推断</translation>
    </message>
    <message>
        <source>stored by a check</source>
        <translation>由检查存入</translation>
    </message>
    <message>
        <source>written by a kernel</source>
        <translation>由内核写入</translation>
    </message>
</context>
<context>
    <name>relaxscope::RecentRow</name>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n 小时前</numerusform>
        </translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>定位…</translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 instructions</source>
        <translation>
            <numerusform>%1 条指令</numerusform>
        </translation>
    </message>
    <message>
        <source>profile</source>
        <translation>性能记录</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>从列表中移除 %1</translation>
    </message>
    <message>
        <source>not found: %1</source>
        <translation>未找到：%1</translation>
    </message>
</context>
<context>
    <name>relaxscope::ReferencesPopup</name>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>References to %1</source>
        <translation>%1 的引用</translation>
    </message>
    <message>
        <source>No instruction of this function uses the register.</source>
        <translation>此函数中没有指令使用该寄存器。</translation>
    </message>
    <message>
        <source>No instruction uses it.</source>
        <translation>没有指令使用它。</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n references</source>
        <translation>
            <numerusform>筛选 %n 处引用</numerusform>
        </translation>
    </message>
    <message>
        <source>The references cannot be listed: %1</source>
        <translation>无法列出引用：%1</translation>
    </message>
</context>
<context>
    <name>relaxscope::RulePane</name>
    <message>
        <source>About the rule</source>
        <translation>关于此规则</translation>
    </message>
    <message>
        <source>cost is measured</source>
        <translation>开销为实测</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunCallArguments</name>
    <message numerus="yes">
        <source>Filter %n arguments</source>
        <translation>
            <numerusform>筛选 %n 个参数</numerusform>
        </translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Dimension %1</source>
        <translation>维度 %1</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>This function takes no arguments.</source>
        <translation>此函数不接受参数。</translation>
    </message>
    <message>
        <source>No argument name matches.</source>
        <translation>没有名称匹配的参数。</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more: filter to see them. Their values are kept.</source>
        <translation>
            <numerusform>… 还有 %n 个：用筛选查看。它们的值保持不变。</numerusform>
        </translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Result of an earlier call</source>
        <translation>来自之前的调用</translation>
    </message>
    <message>
        <source>The first call has no earlier call</source>
        <translation>第一个调用之前没有其他调用</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Choose a call</source>
        <translation>选择调用</translation>
    </message>
    <message>
        <source>Choose a call (Down)</source>
        <translation>选择调用 (Down)</translation>
    </message>
    <message>
        <source>Source of %1</source>
        <translation>%1 的来源</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <source>File of %1</source>
        <translation>%1 的文件</translation>
    </message>
    <message>
        <source>Add argument</source>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>Remove the last</source>
        <translation>移除最后一个</translation>
    </message>
    <message>
        <source>tuple</source>
        <translation>元组</translation>
    </message>
    <message>
        <source>given per call</source>
        <translation>每次调用时给出</translation>
    </message>
    <message>
        <source>For example (float32[2,3], @file.npy, call0.1); tuple(2,9) where (2,9) would be a shape</source>
        <translation>例如 (float32[2,3], @file.npy, call0.1)；若 (2,9) 会被当作形状，请写 tuple(2,9)</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>类型来源</translation>
    </message>
    <message>
        <source>check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>内核 %1</translation>
    </message>
    <message>
        <source>function %1</source>
        <translation>函数 %1</translation>
    </message>
    <message>
        <source>builtin %1</source>
        <translation>内置函数 %1</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>The type is known from: %1</source>
        <translation>类型来源：%1</translation>
    </message>
    <message>
        <source>checks of kernel %1</source>
        <translation>内核 %1 的检查</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunCallList</name>
    <message>
        <source>Calls in order</source>
        <translation>按顺序的调用</translation>
    </message>
    <message>
        <source>Add a call</source>
        <translation>添加调用</translation>
    </message>
    <message>
        <source>Duplicate the call</source>
        <translation>复制调用</translation>
    </message>
    <message>
        <source>Remove the call</source>
        <translation>移除调用</translation>
    </message>
    <message>
        <source>Move the call up</source>
        <translation>上移调用</translation>
    </message>
    <message>
        <source>Move the call down</source>
        <translation>下移调用</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunCallModel</name>
    <message>
        <source>stateful</source>
        <translation>有状态</translation>
    </message>
    <message>
        <source>takes %1</source>
        <translation>取用 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n argument(s)</source>
        <translation>
            <numerusform>%n 个参数</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: enter a value, for example float32[2,3], @file.npy or 5</source>
        <translation>%1：请给出值，例如 float32[2,3]、@file.npy 或 5</translation>
    </message>
    <message>
        <source>%1: the call whose result it uses was removed; choose another one</source>
        <translation>%1：提供其所用结果的调用已被移除；请选择另一个</translation>
    </message>
    <message>
        <source>%1: a call cannot use its own result, only that of an earlier call</source>
        <translation>%1：调用不能取用自己的结果，只能取用之前调用的结果</translation>
    </message>
    <message>
        <source>%1: %2 comes later; only the result of an earlier call can be used</source>
        <translation>%1：%2 在其之后；只能取用之前调用的结果</translation>
    </message>
    <message>
        <source>%1: there is no %2</source>
        <translation>%1：没有 %2</translation>
    </message>
    <message>
        <source>No function of this file can be called.</source>
        <translation>此文件中没有可以调用的函数。</translation>
    </message>
    <message>
        <source>saved as %1</source>
        <translation>保存为 %1</translation>
    </message>
    <message>
        <source>%1: enter a value, because an earlier argument has one; only trailing arguments can be saved</source>
        <translation>%1：请给出值，因为它前面的参数已有值；只能保存末尾的参数</translation>
    </message>
    <message>
        <source>%1: no earlier call saves a function as %2</source>
        <translation>%1：之前没有调用将函数保存为 %2</translation>
    </message>
    <message>
        <source>%1: enter a name for the saved function %2</source>
        <translation>%1：请给出保存 %2 所用的名称</translation>
    </message>
    <message>
        <source>%1: %2 is a function of this file; save under another name</source>
        <translation>%1：%2 是此文件的函数；请用其他名称保存</translation>
    </message>
    <message>
        <source>%1: %2 is not a function of this file, so it can only be called</source>
        <translation>%1：%2 不是此文件的函数，只能直接调用</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunChips</name>
    <message>
        <source>Started %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>incomplete: %1</source>
        <translation>不完整：%1</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>All runs of this file</source>
        <translation>此文件的所有运行</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Compare the shown run with</source>
        <translation>将显示的运行与之比较</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunController</name>
    <message>
        <source>Preparing the arguments</source>
        <translation>正在准备参数</translation>
    </message>
    <message>
        <source>Starting the worker</source>
        <translation>正在启动工作进程</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>运行 %1 / %2</translation>
    </message>
    <message>
        <source>in %1, instruction %2</source>
        <translation>于 %1，指令 %2</translation>
    </message>
    <message>
        <source>in %1, instruction %2, call %3</source>
        <translation>于 %1，指令 %2，调用 %3</translation>
    </message>
    <message>
        <source>Stopped %1</source>
        <translation>已停止：%1</translation>
    </message>
    <message>
        <source>Worker lost %1: %2</source>
        <translation>工作进程丢失（%1）：%2</translation>
    </message>
    <message>
        <source>Run failed %1: %2</source>
        <translation>运行失败（%1）：%2</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Worker lost: %1</source>
        <translation>工作进程丢失：%1</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <source>at the step &quot;%1&quot;</source>
        <translation>于步骤“%1”</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>于 %1</translation>
    </message>
    <message>
        <source>in %1, call %2</source>
        <translation>于 %1，调用 %2</translation>
    </message>
    <message>
        <source>The figures cannot be computed: %1</source>
        <translation>无法计算各项数值：%1</translation>
    </message>
    <message>
        <source>Warm-up %1 of %2</source>
        <translation>预热 %1 / %2</translation>
    </message>
    <message>
        <source>Pair %1 of %2</source>
        <translation>运行对 %1 / %2</translation>
    </message>
    <message>
        <source>%1 s of at most %2 s</source>
        <translation>%1 s，最多 %2 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 s</translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 warm-ups</source>
        <translation>
            <numerusform>%1 次预热</numerusform>
        </translation>
    </message>
    <message>
        <source>1 run for values</source>
        <translation>1 次记录值的运行</translation>
    </message>
    <message numerus="yes">
        <source>%1 pairs of a recorded and an unrecorded run</source>
        <translation>
            <numerusform>%1 对记录与未记录的运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 measured runs</source>
        <translation>
            <numerusform>%1 次测量运行</numerusform>
        </translation>
    </message>
    <message>
        <source>at least %1 s</source>
        <translation>至少 %1 s</translation>
    </message>
    <message>
        <source>fewer, but at least %1, if they take more than %2 s</source>
        <translation>若超过 %2 秒则减少，但至少 %1 对</translation>
    </message>
    <message>
        <source>Sending files to the worker</source>
        <translation>正在向工作进程发送文件</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>bytes</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunDialog</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>pooled</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>naive</source>
        <translation>朴素</translation>
    </message>
    <message>
        <source>Record values: argument shapes, shape heap, bytes</source>
        <translation>记录值：参数形状、形状堆、字节数</translation>
    </message>
    <message>
        <source>Precise timing: read the clock before and after each call</source>
        <translation>精确计时：在每次调用前后各读一次时钟</translation>
    </message>
    <message>
        <source>&amp;Function</source>
        <translation>函数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Allocator</source>
        <translation>分配器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>重复次数(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>随机种子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Warm-up runs</source>
        <translation>预热次数(&amp;W)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Add &amp;call</source>
        <translation>添加调用(&amp;C)</translation>
    </message>
    <message>
        <source>Run several calls on one VM and record them in a single profile</source>
        <translation>在同一个 VM 上运行多个调用，并记录到一份性能记录中</translation>
    </message>
    <message>
        <source>Open script…</source>
        <translation>打开脚本…</translation>
    </message>
    <message>
        <source>Save script…</source>
        <translation>保存脚本…</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>stateful</source>
        <translation>有状态</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>&amp;Mode</source>
        <translation>模式(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Open script…</source>
        <translation>打开脚本(&amp;O)…</translation>
    </message>
    <message>
        <source>The calls of a CALLS.json of rscope run --script (Ctrl+O)</source>
        <translation>读取 rscope run --script 的 CALLS.json 中的调用 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Sa&amp;ve script…</source>
        <translation>保存脚本(&amp;V)…</translation>
    </message>
    <message>
        <source>As a CALLS.json for rscope run --script (Ctrl+S)</source>
        <translation>存为供 rscope run --script 使用的 CALLS.json (Ctrl+S)</translation>
    </message>
    <message>
        <source>The script has a seed for each random argument; here all of them derive from Seed.</source>
        <translation>脚本为随机参数给出了各自的种子；此处它们以“随机种子”为准。</translation>
    </message>
    <message>
        <source>save</source>
        <translation>保存函数</translation>
    </message>
    <message>
        <source>Binds the trailing arguments; later calls under the new name pass the others</source>
        <translation>绑定末尾的参数；之后以新名称调用时给出其余参数</translation>
    </message>
    <message>
        <source>name for later calls</source>
        <translation>供之后调用的名称</translation>
    </message>
    <message>
        <source>Name under which the function is saved</source>
        <translation>保存函数所用的名称</translation>
    </message>
    <message>
        <source>&amp;Libraries</source>
        <translation>库(&amp;L)</translation>
    </message>
    <message>
        <source>none besides the file</source>
        <translation>除此文件外没有</translation>
    </message>
    <message>
        <source>Shared libraries with packed functions that the file calls but does not contain, such as libtvm_runtime_extra.so; separated by semicolons</source>
        <translation>含有此文件调用但未包含的打包函数的共享库，例如 libtvm_runtime_extra.so；以分号分隔</translation>
    </message>
    <message>
        <source>Libraries of packed functions</source>
        <translation>打包函数库</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Add a library</source>
        <translation>添加库</translation>
    </message>
    <message>
        <source>Library of packed functions</source>
        <translation>打包函数库</translation>
    </message>
    <message>
        <source>Shared libraries (*.so);;All files (*)</source>
        <translation>共享库 (*.so);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Measure the accuracy: an unrecorded run beside each measured one</source>
        <translation>测量准确度：每次测量的运行旁各进行一次未记录的运行</translation>
    </message>
    <message>
        <source>F&amp;ill from file…</source>
        <translation>从文件填写(&amp;I)…</translation>
    </message>
    <message>
        <source>Arrays of a file by the names of arguments, or as the fields of a tuple: .npz, .npy, safetensors, save_param_dict, or the tensor-cache.json of a folder</source>
        <translation>按参数名称或作为元组字段使用文件中的数组：.npz、.npy、safetensors、save_param_dict，或文件夹中的 tensor-cache.json</translation>
    </message>
    <message>
        <source>The file has several functions and none is named main: choose the one to run.</source>
        <translation>文件中有多个函数，但没有名为 main 的函数：请选择要运行的函数。</translation>
    </message>
    <message>
        <source>Run both in turns</source>
        <translation>轮流运行两者</translation>
    </message>
    <message>
        <source>Rounds of each executable in each pair of processes, divided into turns</source>
        <translation>每对进程中每个可执行文件的轮数，分成若干轮次</translation>
    </message>
    <message>
        <source>Turns have a number of rounds</source>
        <translation>轮次按轮数进行</translation>
    </message>
    <message>
        <source>Wait for the GPU after each launch: a call&apos;s time contains its kernels</source>
        <translation>每次启动后等待 GPU：调用的时间包含其内核</translation>
    </message>
    <message>
        <source>Nothing overlaps then, and the run takes longer. Otherwise launches return at once, as they do without RelaxScope, and the host waits at the end of the run.</source>
        <translation>此时没有重叠，运行时间更长。否则启动立即返回，与没有 RelaxScope 时一样，主机在运行结束时等待。</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunHistory</name>
    <message>
        <source>edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>other build</source>
        <translation>其他版本</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>allocator %1</source>
        <translation>分配器 %1</translation>
    </message>
    <message>
        <source>precise</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>the folder %1 cannot be created</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunKeeper</name>
    <message>
        <source>This run was of other code, and its profile is in no file.</source>
        <translation>这次运行的是其他代码，其剖析不在任何文件中。</translation>
    </message>
    <message>
        <source>The profile of the run cannot be read: %1</source>
        <translation>无法读取这次运行的剖析：%1</translation>
    </message>
    <message>
        <source>The run was not stored and is lost when the window closes, unless you save the profile: %1</source>
        <translation>这次运行未能保存；除非保存剖析，否则窗口关闭后会丢失：%1</translation>
    </message>
    <message>
        <source>Only stored runs can be compared: one of these is in memory alone.</source>
        <translation>只能比较已存储的运行：其中一个只在内存中。</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunScripts</name>
    <message>
        <source>Open script</source>
        <translation>打开脚本</translation>
    </message>
    <message>
        <source>Scripts (*.json)</source>
        <translation>脚本 (*.json)</translation>
    </message>
    <message>
        <source>%1 uses an array &quot;%2&quot;: choose its file</source>
        <translation>%1 需要数组“%2”：请选择其所在的文件</translation>
    </message>
    <message>
        <source>Save script</source>
        <translation>保存脚本</translation>
    </message>
    <message>
        <source>Saved; on the command line: %1</source>
        <translation>已保存；命令行为：%1</translation>
    </message>
    <message>
        <source>%1 already exists and would be overwritten with the arrays of the calls; save under another name, or save again to replace it</source>
        <translation>%1 已存在，将被这些调用的数组覆盖；请用别的名称保存，或再次保存以替换它</translation>
    </message>
    <message>
        <source>%1 holds no array &quot;%2&quot;</source>
        <translation>%1 中没有数组“%2”</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunSelector</name>
    <message>
        <source>Previous run (Page Up)</source>
        <translation>上一次运行 (Page Up)</translation>
    </message>
    <message>
        <source>Which run is shown (R)</source>
        <translation>显示哪一次运行 (R)</translation>
    </message>
    <message>
        <source>Next run (Page Down)</source>
        <translation>下一次运行 (Page Down)</translation>
    </message>
    <message>
        <source>no runs recorded</source>
        <translation>没有记录到运行</translation>
    </message>
    <message>
        <source>1 run and load</source>
        <translation>1 次运行及加载</translation>
    </message>
    <message>
        <source>Warm-up %1 of %2</source>
        <translation>预热 %1 / %2</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>运行 %1 / %2</translation>
    </message>
    <message>
        <source>%1 (median)</source>
        <translation>%1（中位数）</translation>
    </message>
    <message>
        <source>%1 (fastest)</source>
        <translation>%1（最快）</translation>
    </message>
    <message>
        <source>%1 (slowest)</source>
        <translation>%1（最慢）</translation>
    </message>
    <message>
        <source>All runs and the load phase</source>
        <translation>所有运行及加载阶段</translation>
    </message>
    <message>
        <source>Median run (%1)</source>
        <translation>中位数运行（%1）</translation>
    </message>
    <message>
        <source>Fastest run (%1)</source>
        <translation>最快运行（%1）</translation>
    </message>
    <message>
        <source>Slowest run (%1)</source>
        <translation>最慢运行（%1）</translation>
    </message>
    <message>
        <source>Go to run…</source>
        <translation>转到运行…</translation>
    </message>
    <message>
        <source>Go to run</source>
        <translation>转到运行</translation>
    </message>
    <message>
        <source>Run (1 to %1)</source>
        <translation>运行（1 到 %1）</translation>
    </message>
    <message>
        <source>Values run</source>
        <translation>取值运行</translation>
    </message>
    <message numerus="yes">
        <source>All runs (%n measured)</source>
        <translation>
            <numerusform>全部运行（%n 次测量）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (outlying)</source>
        <translation>%1（离群）</translation>
    </message>
    <message>
        <source>Outlying run (%1)</source>
        <translation>离群运行（%1）</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunsSource</name>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>By the local clock</source>
        <translation>按本地时钟</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Time / run</source>
        <translation>每次时间</translation>
    </message>
    <message>
        <source>Median time of a run, unrecorded where that was measured</source>
        <translation>一次运行的中位时间；若有测量，则为未记录的运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Measured runs</source>
        <translation>计时的运行</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Recorded events</source>
        <translation>记录的事件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of the stored profile</source>
        <translation>所存剖析的大小</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>所示</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>在内存中</translation>
    </message>
    <message>
        <source>of recorded runs</source>
        <translation>来自记录的运行</translation>
    </message>
    <message>
        <source>of unrecorded runs</source>
        <translation>来自未记录的运行</translation>
    </message>
    <message>
        <source>How it differs from the other runs</source>
        <translation>与其他运行的区别</translation>
    </message>
    <message>
        <source>vs. shown</source>
        <translation>与所示相比</translation>
    </message>
    <message>
        <source>How much longer it took than the shown run</source>
        <translation>比所示的运行长多少</translation>
    </message>
    <message>
        <source>Lost when the window closes</source>
        <translation>窗口关闭后丢失</translation>
    </message>
</context>
<context>
    <name>relaxscope::RunsView</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>This file was not run yet. Each run is listed here and kept for later sessions.</source>
        <translation>此文件尚未运行。每次运行都列在这里，并保留到以后的会话。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the profile of the selected run (Enter)</source>
        <translation>显示所选运行的剖析 (Enter)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the stored profile of the selected run (Del)</source>
        <translation>删除所选运行保存的剖析 (Del)</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n run(s)</source>
        <translation>
            <numerusform>筛选 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare the times of the two selected runs, or of the selected run and the shown one</source>
        <translation>比较所选两次运行的时间，或所选运行与显示的运行的时间</translation>
    </message>
    <message>
        <source>Compare with the shown run</source>
        <translation>与显示的运行比较</translation>
    </message>
    <message>
        <source>Compare the selected runs</source>
        <translation>比较所选的运行</translation>
    </message>
</context>
<context>
    <name>relaxscope::SaveFlow</name>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Save profile</source>
        <translation>保存性能记录</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Executable bytes (*.bin)</source>
        <translation>可执行文件字节 (*.bin)</translation>
    </message>
    <message>
        <source>Python form (*.py)</source>
        <translation>Python 形式 (*.py)</translation>
    </message>
    <message>
        <source>Library with its kernels (*.so)</source>
        <translation>带内核的库 (*.so)</translation>
    </message>
    <message>
        <source>Save the code as</source>
        <translation>代码另存为</translation>
    </message>
    <message>
        <source>cannot overwrite the open file; choose another name</source>
        <translation>无法覆盖已打开的文件；请另选名称</translation>
    </message>
    <message>
        <source>Saved %1 with its tensor data in %2: keep both files together.</source>
        <translation>已保存 %1，其张量数据保存为 %2：请将两者放在一起。</translation>
    </message>
    <message>
        <source>Save profile without host, command and folders</source>
        <translation>保存不含主机、命令和文件夹的性能记录</translation>
    </message>
    <message>
        <source>Compare with before</source>
        <translation>与之前比较</translation>
    </message>
</context>
<context>
    <name>relaxscope::SearchField</name>
    <message>
        <source>Search calls, functions, commands…</source>
        <translation>搜索调用、函数、命令…</translation>
    </message>
</context>
<context>
    <name>relaxscope::SessionKeeper</name>
    <message numerus="yes">
        <source>%n file(s) of the last session no longer exist: %1</source>
        <translation>
            <numerusform>上次会话中有 %n 个文件已不存在：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Their tabs offer to locate or remove them.</source>
        <translation>可在其标签页中定位或移除。</translation>
    </message>
</context>
<context>
    <name>relaxscope::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Language and scale apply to the whole window when RelaxScope starts again.</source>
        <translation>语言和缩放比例在 RelaxScope 下次启动时对整个窗口生效。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Scale of the interface</source>
        <translation>界面缩放(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Worker command</source>
        <translation>工作进程命令(&amp;W)</translation>
    </message>
    <message>
        <source>Ti&amp;me limit of a run</source>
        <translation>单次运行时限(&amp;M)</translation>
    </message>
    <message>
        <source>Memor&amp;y limit of the worker</source>
        <translation>工作进程内存上限(&amp;Y)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>Open the &amp;files of the last session</source>
        <translation>打开上次会话的文件(&amp;F)</translation>
    </message>
    <message>
        <source>three quarters of free memory</source>
        <translation>可用内存的四分之三</translation>
    </message>
    <message>
        <source>Stored &amp;runs</source>
        <translation>保存的运行(&amp;R)</translation>
    </message>
</context>
<context>
    <name>relaxscope::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>relaxscope::SourceView</name>
    <message>
        <source>Call site</source>
        <translation>调用处</translation>
    </message>
    <message>
        <source>Show the first call of this kernel in the listing</source>
        <translation>在指令列表中显示该内核的第一次调用</translation>
    </message>
    <message>
        <source>Nothing is open: open a library to see the source of its kernels.</source>
        <translation>尚未打开文件：打开一个库以查看其内核的源码。</translation>
    </message>
    <message>
        <source>This file holds only an executable, without a library, so that there is no source of its kernels.</source>
        <translation>该文件只含可执行体而没有库，因此没有其内核的源码。</translation>
    </message>
    <message>
        <source>No module of this library has source: its kernels are machine code of the library itself.</source>
        <translation>该库的模块都没有源码：其内核是库自身的机器码。</translation>
    </message>
    <message>
        <source>The module %1 has neither source nor bytes to show. Choose another one in Modules.</source>
        <translation>模块 %1 没有可显示的源码或字节。请在“模块”中另选一个。</translation>
    </message>
</context>
<context>
    <name>relaxscope::SpanStrip</name>
    <message>
        <source>All runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Clears the range that is marked in the timeline</source>
        <translation>清除时间线中标记的范围</translation>
    </message>
    <message>
        <source>Range %1 to %2 of the recording</source>
        <translation>记录中 %1 到 %2 的范围</translation>
    </message>
    <message>
        <source>Range %1 to %2 of warm-up run %3</source>
        <translation>预热运行 %3 中 %1 到 %2 的范围</translation>
    </message>
    <message>
        <source>Range %1 to %2 of the values run</source>
        <translation>取值运行中 %1 到 %2 的范围</translation>
    </message>
    <message>
        <source>Range %1 to %2 of run %3</source>
        <translation>运行 %3 中 %1 到 %2 的范围</translation>
    </message>
</context>
<context>
    <name>relaxscope::StartPage</name>
    <message>
        <source>Loop and calls</source>
        <translation>循环与调用</translation>
    </message>
    <message>
        <source>a loop over pooled rows, runs on any CPU</source>
        <translation>逐级池化各行的循环，可在任何 CPU 上运行</translation>
    </message>
    <message>
        <source>Two transformer layers</source>
        <translation>两层 Transformer</translation>
    </message>
    <message>
        <source>nested functions, storage reuse, findings</source>
        <translation>嵌套函数、存储复用、诊断</translation>
    </message>
    <message>
        <source>Dynamic batch n</source>
        <translation>动态批大小 n</translation>
    </message>
    <message>
        <source>shape heap over time</source>
        <translation>形状堆随时间的变化</translation>
    </message>
    <message>
        <source>Open an executable to look inside it</source>
        <translation>打开一个可执行文件以查看其内部</translation>
    </message>
    <message>
        <source>Browsing never runs code from the file. Running happens in a separate worker process.</source>
        <translation>浏览时绝不会运行文件中的代码。代码只在单独的工作进程中运行。</translation>
    </message>
    <message>
        <source>Drop a file here</source>
        <translation>将文件拖放到此处</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>In a terminal, rscope stats FILE, rscope dump FILE and rscope profile FILE --repeat 200 print what the views show.</source>
        <translation>在终端中，rscope stats FILE、rscope dump FILE 和 rscope profile FILE --repeat 200 会输出各视图所显示的内容。</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Median run</source>
        <translation>运行中位数</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>打开时间</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>The examples are not installed with the program.</source>
        <translation>未随程序安装示例。</translation>
    </message>
    <message>
        <source>No recent files. Files that you open are listed here.</source>
        <translation>没有最近的文件。您打开的文件会列在这里。</translation>
    </message>
    <message>
        <source>Files are recognized by content, not by name.</source>
        <translation>文件按内容识别，而非按名称。</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
</context>
<context>
    <name>relaxscope::StatisticsBar</name>
    <message>
        <source>Median run %1</source>
        <translation>运行中位数 %1</translation>
    </message>
    <message>
        <source>no measured run</source>
        <translation>没有已测量的运行</translation>
    </message>
    <message>
        <source> ± %1</source>
        <translation> ± %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>recorded %1 to %2</source>
        <translation>记录值 %1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln warm-up runs excluded</source>
        <translation>
            <numerusform>不计 %Ln 次预热</numerusform>
        </translation>
    </message>
    <message>
        <source>accuracy %1</source>
        <translation>准确度%1</translation>
    </message>
    <message>
        <source>below resolution: runs or calls are too short for rows to say much</source>
        <translation>低于分辨率：运行或调用太短，各行意义不大</translation>
    </message>
    <message>
        <source>%1
%2 of self time per run, %3 %</source>
        <translation>%1
每次运行自身时间 %2，%3 %</translation>
    </message>
    <message>
        <source>Range %1</source>
        <translation>范围 %1</translation>
    </message>
    <message>
        <source>times less the cost of recording</source>
        <translation>时间已扣除记录开销</translation>
    </message>
    <message>
        <source>times as recorded</source>
        <translation>时间为记录值</translation>
    </message>
    <message>
        <source>of calls at its ends the part inside counts</source>
        <translation>两端的调用只计入范围内的部分</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs so far</source>
        <translation>
            <numerusform>目前 %Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU kernels</source>
        <translation>GPU 内核</translation>
    </message>
    <message>
        <source>GPU copies</source>
        <translation>GPU 复制</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>%1
%2 per run while the GPU is idle, %3 %</source>
        <translation>%1
GPU 空闲时每次运行 %2，%3 %</translation>
    </message>
    <message>
        <source>%1
%2 per run, %3 %; what the host does meanwhile is not counted</source>
        <translation>%1
每次运行 %2，%3 %；主机同时所做的不计入</translation>
    </message>
    <message>
        <source>unrecorded</source>
        <translation>未记录</translation>
    </message>
</context>
<context>
    <name>relaxscope::StatisticsView</name>
    <message>
        <source>Statistics of calls</source>
        <translation>调用统计</translation>
    </message>
    <message>
        <source>The figures of the run are being computed.</source>
        <translation>正在计算运行的统计值。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n callees</source>
        <translation>
            <numerusform>筛选 %n 个被调函数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n call sites</source>
        <translation>
            <numerusform>筛选 %n 处调用</numerusform>
        </translation>
    </message>
    <message>
        <source>No calls in the measured runs: the entry function calls nothing, or every run was a warm-up.</source>
        <translation>已测运行中没有调用：入口函数没有调用任何函数，或所有运行都是预热。</translation>
    </message>
    <message>
        <source>Show in listing</source>
        <translation>在指令列表中显示</translation>
    </message>
    <message>
        <source>Show first call in timeline</source>
        <translation>在时间线中显示第一次调用</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Histogram and list of the calls of the selected row, where there is room</source>
        <translation>所选行的各次调用的直方图与列表，空间足够时显示</translation>
    </message>
    <message>
        <source>No calls in the range.</source>
        <translation>范围内没有调用。</translation>
    </message>
    <message>
        <source>Figures appear when runs have been measured for a second.</source>
        <translation>测量运行满一秒后显示数据。</translation>
    </message>
    <message>
        <source>Callee</source>
        <translation>被调函数</translation>
    </message>
    <message>
        <source>Group by callee: one row per callee</source>
        <translation>按被调函数分组：每个被调函数一行</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>调用处</translation>
    </message>
    <message>
        <source>Group by call site: one row per call site</source>
        <translation>按调用处分组：每个调用处一行</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Group by kind: one row per kind of call</source>
        <translation>按类别分组：每种调用一行</translation>
    </message>
    <message>
        <source>Group by shape: one row per callee and shapes of its arguments</source>
        <translation>按形状分组：每个被调函数及其参数形状一行</translation>
    </message>
    <message>
        <source>This profile has no shapes to group by: it was recorded without values</source>
        <translation>此性能记录没有可用于分组的形状：录制时未记录值</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n rows</source>
        <translation>
            <numerusform>筛选 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>单次调用</translation>
    </message>
    <message>
        <source>Group by layer: one row per layer, and one for what is in none</source>
        <translation>按层分组：每层一行，不属于任何层的为一行</translation>
    </message>
    <message>
        <source>No function has layers: calls that repeat on their own results</source>
        <translation>没有函数包含层，即在自己的结果上重复的调用</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Group by call of the script: one row per call of a run, in their order</source>
        <translation>按脚本的调用分组：一次运行中的每个调用一行，按其顺序</translation>
    </message>
</context>
<context>
    <name>relaxscope::StatusBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Engine: builtin</source>
        <translation>引擎：内建</translation>
    </message>
    <message>
        <source>Runs happen in a separate worker process</source>
        <translation>代码在单独的工作进程中运行</translation>
    </message>
    <message>
        <source>No file open</source>
        <translation>未打开文件</translation>
    </message>
    <message>
        <source>Works offline, sends nothing</source>
        <translation>离线工作，不发送任何数据</translation>
    </message>
    <message>
        <source>± is half the 95 % interval of the median</source>
        <translation>± 为中位数 95 % 置信区间的一半</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) dropped</source>
        <translation>
            <numerusform>丢失 %n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>verified: %n error(s)</source>
        <translation>
            <numerusform>已校验：%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n 条诊断</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the findings</source>
        <translation>显示诊断</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message numerus="yes">
        <source>output: %n line(s)</source>
        <translation>
            <numerusform>输出：%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the kernels&apos; output</source>
        <translation>显示内核的输出</translation>
    </message>
    <message>
        <source>Cannot be run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Accuracy: %1.</source>
        <translation>准确度：%1。</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>记录开销：%1</translation>
    </message>
    <message>
        <source>Recording: accuracy not measured</source>
        <translation>记录开销：未测量准确度</translation>
    </message>
    <message>
        <source>Recording takes about %1 per event, measured on this host before the run; clock: %2. All times exclude the time for recording values and handing over events (%3 in all).</source>
        <translation>记录每个事件约需 %1，运行前在本机测得；时钟：%2。所有时间均不含记录数值和移交事件的时间（共 %3）。</translation>
    </message>
    <message>
        <source>Rows and runs: %1.</source>
        <translation>各行与各次运行：%1。</translation>
    </message>
    <message>
        <source>Recorded %1, corrected %2</source>
        <translation>记录 %1，校正后 %2</translation>
    </message>
    <message>
        <source>Times of one process over unrecorded times of another: %1.</source>
        <translation>一个进程的时间与另一进程未记录时间之比：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs so far, median %1</source>
        <translation>
            <numerusform>目前 %Ln 次运行，中位数 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), median %1</source>
        <translation>
            <numerusform>%n 次运行，中位数 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n 处差异</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n function(s)</source>
        <translation>
            <numerusform>（%n 个函数）</numerusform>
        </translation>
    </message>
    <message>
        <source>Differences of the code; those of hidden kinds are left out</source>
        <translation>代码的差异；不含已隐藏的种类</translation>
    </message>
    <message>
        <source>registers compared after renumbering</source>
        <translation>寄存器在重新编号后比较</translation>
    </message>
    <message>
        <source>A renumbered operand is not a difference</source>
        <translation>仅编号不同的操作数不算差异</translation>
    </message>
    <message>
        <source>exit code for scripts: 0 (the same)</source>
        <translation>脚本退出码：0（相同）</translation>
    </message>
    <message>
        <source>exit code for scripts: 1 (they differ)</source>
        <translation>脚本退出码：1（有差异）</translation>
    </message>
    <message>
        <source>Of rscope diff without options</source>
        <translation>不带选项的 rscope diff 的退出码</translation>
    </message>
    <message>
        <source>Comparing %1</source>
        <translation>正在比较 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) differ</source>
        <translation>
            <numerusform>%n 个常量不同</numerusform>
        </translation>
    </message>
    <message>
        <source>See the tab &quot;Constants&quot;</source>
        <translation>见“常量”标签页</translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s) differ</source>
        <translation>
            <numerusform>%n 个内核不同</numerusform>
        </translation>
    </message>
    <message>
        <source>See the tab &quot;Kernels&quot;</source>
        <translation>见“内核”标签页</translation>
    </message>
    <message>
        <source>%1 and %2 runs in %3 turns</source>
        <translation>%1 和 %2 次运行，轮流 %3 次</translation>
    </message>
    <message>
        <source>%1 and %2 runs, not in turns</source>
        <translation>%1 和 %2 次运行，未轮流</translation>
    </message>
    <message>
        <source>Measured runs of the old and of the new side</source>
        <translation>旧侧和新侧的测量运行</translation>
    </message>
    <message>
        <source>A single run: how the time varies is not known</source>
        <translation>仅一次运行：时间的波动未知</translation>
    </message>
    <message>
        <source>Of the runs beside the measured ones that are not recorded</source>
        <translation>取自与测量运行并行的未记录运行</translation>
    </message>
    <message>
        <source>Of the recorded runs</source>
        <translation>取自已记录的运行</translation>
    </message>
</context>
<context>
    <name>relaxscope::StoredRunsField</name>
    <message>
        <source>Space for stored runs</source>
        <translation>保存的运行可占的空间</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>no run is stored</source>
        <translation>不保存运行</translation>
    </message>
    <message>
        <source>The oldest runs are deleted when all take more than this.</source>
        <translation>总量超过此值时，最早的运行会被删除。</translation>
    </message>
    <message>
        <source>Delete all…</source>
        <translation>全部删除…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete the profile of this run?</source>
        <translation>删除这次运行的剖析？</translation>
    </message>
    <message numerus="yes">
        <source>Delete the profiles of all %1 runs?</source>
        <translation>
            <numerusform>删除全部 %1 次运行的剖析？</numerusform>
        </translation>
    </message>
    <message>
        <source>none now</source>
        <translation>目前没有</translation>
    </message>
    <message numerus="yes">
        <source>now %1 in %2 runs</source>
        <translation>
            <numerusform>目前 %2 次运行占 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::SummaryLines</name>
    <message>
        <source>What changed</source>
        <translation>更改概要</translation>
    </message>
</context>
<context>
    <name>relaxscope::TabBar</name>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>关闭 (Ctrl+W)</translation>
    </message>
</context>
<context>
    <name>relaxscope::TablePanel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>没有与“%1”匹配的内容。</translation>
    </message>
</context>
<context>
    <name>relaxscope::TaskErrors</name>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>未知错误</translation>
    </message>
</context>
<context>
    <name>relaxscope::TimelineCorner</name>
    <message>
        <source>Keep range</source>
        <translation>保留范围</translation>
    </message>
    <message>
        <source>Keep the measured range marked (Shift+M)</source>
        <translation>保留已测量范围的标记 (Shift+M)</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find calls by name (/)</source>
        <translation>按名称查找调用 (/)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Fit the range or the selected slice (F); whole run: 0</source>
        <translation>适应所选范围或切片 (F)；整次运行：0</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>流向</translation>
    </message>
    <message>
        <source>Draw curves from calls to the kernels and copies that they launch</source>
        <translation>画出从调用到其启动的内核与复制的曲线</translation>
    </message>
</context>
<context>
    <name>relaxscope::TimelineNames</name>
    <message>
        <source>load phase</source>
        <translation>加载阶段</translation>
    </message>
    <message>
        <source>before the first run</source>
        <translation>第一次运行之前</translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>main thread</source>
        <translation>主线程</translation>
    </message>
    <message>
        <source>compiled code</source>
        <translation>编译代码</translation>
    </message>
    <message>
        <source>storage, all devices</source>
        <translation>存储，所有设备</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation>存活字节数</translation>
    </message>
    <message>
        <source>shape heap of %1</source>
        <translation>%1 的形状堆</translation>
    </message>
    <message>
        <source>shape heap</source>
        <translation>形状堆</translation>
    </message>
    <message>
        <source>call depth 0–%1</source>
        <translation>调用深度 0–%1</translation>
    </message>
    <message>
        <source>call depth 0</source>
        <translation>调用深度 0</translation>
    </message>
    <message>
        <source>written at pc %1</source>
        <translation>写入于 pc %1</translation>
    </message>
    <message>
        <source>kernels and copies</source>
        <translation>内核与复制</translation>
    </message>
    <message>
        <source>waits and work for devices</source>
        <translation>等待与为设备所做的工作</translation>
    </message>
    <message>
        <source>driver overhead</source>
        <translation>驱动开销</translation>
    </message>
    <message>
        <source>driver and collector, %1</source>
        <translation>驱动与采集器，%1</translation>
    </message>
    <message>
        <source>emulated, no measure</source>
        <translation>仿真，不是测量值</translation>
    </message>
    <message>
        <source>allocations</source>
        <translation>内存分配</translation>
    </message>
</context>
<context>
    <name>relaxscope::TimelineSearch</name>
    <message>
        <source>Find calls by name in the whole trace</source>
        <translation>在整个记录中按名称查找调用</translation>
    </message>
    <message>
        <source>Find calls</source>
        <translation>查找调用</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>上一个匹配 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>下一个匹配 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%1 names</source>
        <translation>
            <numerusform>%1 个名称</numerusform>
        </translation>
    </message>
    <message>
        <source>Calls found</source>
        <translation>找到的调用</translation>
    </message>
    <message numerus="yes">
        <source>%1 slices in measured runs</source>
        <translation>
            <numerusform>测量运行中 %1 个切片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 elsewhere</source>
        <translation>
            <numerusform>其他 %1 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::TimelineView</name>
    <message>
        <source>The trace holds no events. Run again with recording on.</source>
        <translation>此记录没有事件。请开启记录后重新运行。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Zoom to slice</source>
        <translation>缩放到切片</translation>
    </message>
    <message>
        <source>Mark its time range</source>
        <translation>标记其时间范围</translation>
    </message>
    <message>
        <source>Show in listing</source>
        <translation>在指令列表中显示</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整次运行</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Remove kept ranges</source>
        <translation>清除保留的范围</translation>
    </message>
    <message>
        <source>Point at a time, or select a slice with . and , to read its call and counters here</source>
        <translation>指向某一时刻，或用 . 和 , 选择切片，此处显示其调用和计数器</translation>
    </message>
</context>
<context>
    <name>relaxscope::TimesHead</name>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>The row before that is faster or slower (Shift+F7)</source>
        <translation>上一个更快或更慢的行 (Shift+F7)</translation>
    </message>
    <message>
        <source>Next  F7</source>
        <translation>下一个  F7</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>The next row that is faster or slower (F7)</source>
        <translation>下一个更快或更慢的行 (F7)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Picture of the view…</source>
        <translation>视图的图片…</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>Mean run</source>
        <translation>平均运行</translation>
    </message>
    <message>
        <source>no runs</source>
        <translation>没有运行</translation>
    </message>
    <message>
        <source>Calls a run</source>
        <translation>每次运行的调用</translation>
    </message>
    <message>
        <source>Live peak</source>
        <translation>存活峰值</translation>
    </message>
    <message>
        <source>values not recorded</source>
        <translation>未记录值</translation>
    </message>
    <message>
        <source>No marks</source>
        <translation>无标记</translation>
    </message>
    <message>
        <source>A difference needs times of other processes: run both in turns, or record each with rscope profile, which repeats its runs.</source>
        <translation>判断差异需要其他进程的时间：请轮流运行两者，或分别用 rscope profile 记录（它会重复运行）。</translation>
    </message>
</context>
<context>
    <name>relaxscope::ToolBar</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a file (Ctrl+O)</source>
        <translation>打开文件 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Run with the last arguments (F5)</source>
        <translation>用上次的参数运行 (F5)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare two files (Ctrl+D)</source>
        <translation>比较两个文件 (Ctrl+D)</translation>
    </message>
    <message>
        <source>Run both in turns (F5)</source>
        <translation>轮流运行两者 (F5)</translation>
    </message>
    <message>
        <source>Run emulated</source>
        <translation>仿真运行</translation>
    </message>
    <message>
        <source>Run on the emulated GPU: values, shapes, launches and memory are checked; times are no measure (F5)</source>
        <translation>在仿真 GPU 上运行：检查值、形状、启动和内存；时间不是测量值 (F5)</translation>
    </message>
</context>
<context>
    <name>relaxscope::TurnsRun</name>
    <message>
        <source>Preparing the arguments</source>
        <translation>正在准备参数</translation>
    </message>
    <message>
        <source>rscope, which runs both, was not found beside the program or in PATH</source>
        <translation>在程序旁边和 PATH 中都没有找到运行两者的 rscope</translation>
    </message>
    <message>
        <source>No temporary folder can be created: %1</source>
        <translation>无法创建临时文件夹：%1</translation>
    </message>
    <message>
        <source>rscope did not start: %1</source>
        <translation>rscope 没有启动：%1</translation>
    </message>
    <message>
        <source>Starting the workers</source>
        <translation>正在启动工作进程</translation>
    </message>
    <message>
        <source>Pair %1 of %2</source>
        <translation>进程对 %1 / %2</translation>
    </message>
    <message>
        <source>turn %1 of %2</source>
        <translation>轮次 %1 / %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 s</translation>
    </message>
    <message>
        <source>rscope was ended: its report is too large</source>
        <translation>rscope 已被结束：它的报告过大</translation>
    </message>
    <message>
        <source>rscope was ended by signal %1</source>
        <translation>rscope 被信号 %1 结束</translation>
    </message>
    <message>
        <source>rscope ended with code %1</source>
        <translation>rscope 以代码 %1 结束</translation>
    </message>
    <message>
        <source>Reading the profiles</source>
        <translation>正在读取性能记录</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
</context>
<context>
    <name>relaxscope::UnsavedStrip</name>
    <message>
        <source>Discard the changes</source>
        <translation>放弃更改</translation>
    </message>
</context>
<context>
    <name>relaxscope::UseSteps</name>
    <message>
        <source>No code uses %1</source>
        <translation>没有代码使用 %1</translation>
    </message>
    <message>
        <source>%1: use %2 of %3</source>
        <translation>%1：第 %2 处使用，共 %3 处</translation>
    </message>
</context>
<context>
    <name>relaxscope::ValuesLine</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the first call that writes something else</source>
        <translation>显示第一个写出不同内容的调用</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>relaxscope::ValuesView</name>
    <message>
        <source>Shapes passed to calls</source>
        <translation>传给调用的形状</translation>
    </message>
    <message numerus="yes">
        <source>Filter %n shapes by call or shape</source>
        <translation>
            <numerusform>按调用或形状筛选 %n 个形状</numerusform>
        </translation>
    </message>
    <message>
        <source>This trace was recorded without values. Run again with values to see the shapes passed to calls.</source>
        <translation>此记录未包含值。请在记录值的情况下重新运行，以查看传给调用的形状。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No slots: every shape is constant. A dynamic model shows one step line per slot of the shape heap here.</source>
        <translation>没有槽：所有形状都是常量。动态模型会在此处为形状堆的每个槽显示一条阶梯线。</translation>
    </message>
    <message>
        <source>No call received a tensor or a shape.</source>
        <translation>没有调用接收过张量或形状。</translation>
    </message>
</context>
<context>
    <name>relaxscope::ViewPanel</name>
    <message>
        <source>Panel menu</source>
        <translation>面板菜单</translation>
    </message>
    <message>
        <source>Close this view</source>
        <translation>关闭此视图</translation>
    </message>
</context>
<context>
    <name>relaxscope::WhatIf</name>
    <message>
        <source>The storages have room for at most %1.</source>
        <translation>存储最多容纳 %1。</translation>
    </message>
    <message>
        <source>▼ sizes seen in runs</source>
        <translation>▼ 运行中出现的尺寸</translation>
    </message>
    <message numerus="yes">
        <source>%n more sizes</source>
        <translation>
            <numerusform>另外 %n 个尺寸</numerusform>
        </translation>
    </message>
    <message>
        <source>Extent of %1</source>
        <translation>%1 的大小</translation>
    </message>
    <message>
        <source>Extent of %1, logarithmic</source>
        <translation>%1 的大小（对数）</translation>
    </message>
    <message>
        <source>All storages %1</source>
        <translation>所有存储 %1</translation>
    </message>
    <message>
        <source>Live peak %1</source>
        <translation>存活峰值 %1</translation>
    </message>
    <message>
        <source>As run</source>
        <translation>按运行</translation>
    </message>
    <message>
        <source>As chosen</source>
        <translation>按所选</translation>
    </message>
    <message>
        <source>Sizes of the run that is shown</source>
        <translation>所示运行的尺寸</translation>
    </message>
    <message>
        <source>Sizes that were chosen here</source>
        <translation>在此选择的尺寸</translation>
    </message>
</context>
<context>
    <name>relaxscope::WorkerLink</name>
    <message>
        <source>The worker did not start: %1</source>
        <translation>工作进程未启动：%1</translation>
    </message>
    <message>
        <source>the worker sent no greeting</source>
        <translation>工作进程没有发送问候消息</translation>
    </message>
    <message>
        <source>the worker did not answer the request to stop</source>
        <translation>工作进程没有应答停止请求</translation>
    </message>
    <message>
        <source>the time limit of %1 s is reached</source>
        <translation>达到 %1 秒的时限</translation>
    </message>
    <message>
        <source>it took nothing of the files sent to it for %1 s</source>
        <translation>它在 %1 秒内没有接收发送给它的文件</translation>
    </message>
    <message>
        <source>relaxscope-worker was not found beside the program or in PATH</source>
        <translation>在程序旁和 PATH 中都找不到 relaxscope-worker</translation>
    </message>
</context>
<context>
    <name>rules</name>
    <message>
        <source>The version in the file does not match its format</source>
        <translation>该版本的发行版从未写出此格式</translation>
    </message>
    <message>
        <source>A virtual device does not exist</source>
        <translation>虚拟设备不存在</translation>
    </message>
    <message>
        <source>An instruction refers to a nonexistent virtual device</source>
        <translation>指令所指的虚拟设备不存在</translation>
    </message>
    <message>
        <source>A number in an instruction is out of range</source>
        <translation>指令中的数值超出范围</translation>
    </message>
    <message>
        <source>Attributes refer to a nonexistent packed function</source>
        <translation>属性引用了不存在的打包函数</translation>
    </message>
    <message>
        <source>Late-bound constants</source>
        <translation>后绑定常量</translation>
    </message>
    <message>
        <source>Inconsistent tensor constant</source>
        <translation>张量常量不一致</translation>
    </message>
    <message>
        <source>A memory scope refers to a nonexistent constant</source>
        <translation>内存作用域引用了不存在的常量</translation>
    </message>
    <message>
        <source>Instructions do not fill the code section</source>
        <translation>指令未填满代码段</translation>
    </message>
    <message>
        <source>Unknown opcode</source>
        <translation>未知的操作码</translation>
    </message>
    <message>
        <source>Wrong number of argument words</source>
        <translation>参数字数错误</translation>
    </message>
    <message>
        <source>Unknown kind of function</source>
        <translation>未知的函数类型</translation>
    </message>
    <message>
        <source>A function lies outside the code</source>
        <translation>函数位于代码之外</translation>
    </message>
    <message>
        <source>Register file size out of range</source>
        <translation>寄存器组大小超出范围</translation>
    </message>
    <message>
        <source>Register outside the frame</source>
        <translation>寄存器超出帧</translation>
    </message>
    <message>
        <source>A branch tests a register outside the frame</source>
        <translation>分支测试了帧外的寄存器</translation>
    </message>
    <message>
        <source>Constant does not exist</source>
        <translation>常量不存在</translation>
    </message>
    <message>
        <source>Function does not exist</source>
        <translation>函数不存在</translation>
    </message>
    <message>
        <source>Unknown kind of argument</source>
        <translation>未知的参数类型</translation>
    </message>
    <message>
        <source>A jump leaves its function</source>
        <translation>跳转离开所在函数</translation>
    </message>
    <message>
        <source>Control falls through the end of a function</source>
        <translation>控制流越过函数末尾</translation>
    </message>
    <message>
        <source>Duplicate function name</source>
        <translation>函数名称重复</translation>
    </message>
    <message>
        <source>Parameter names do not match the arguments</source>
        <translation>参数名称与参数不符</translation>
    </message>
    <message>
        <source>Instructions that belong to no function</source>
        <translation>有指令不属于任何函数</translation>
    </message>
    <message>
        <source>A goto jumps to itself</source>
        <translation>goto 跳转到自身</translation>
    </message>
    <message>
        <source>A tensor is overwritten while it is still read</source>
        <translation>张量在仍被读取时被覆盖</translation>
    </message>
    <message>
        <source>A call has the wrong number of arguments</source>
        <translation>调用的参数个数错误</translation>
    </message>
    <message>
        <source>A builtin gets invalid arguments</source>
        <translation>内建函数得到无效的参数</translation>
    </message>
    <message>
        <source>Slot outside the shape heap</source>
        <translation>槽超出形状堆</translation>
    </message>
    <message>
        <source>A called function is not defined</source>
        <translation>被调用的函数没有定义</translation>
    </message>
    <message>
        <source>A symbol that kernels need is missing</source>
        <translation>缺少内核所需的符号</translation>
    </message>
    <message>
        <source>A module could not be decoded</source>
        <translation>模块无法解码</translation>
    </message>
    <message>
        <source>More than one format variant fits</source>
        <translation>有多个格式变体相符</translation>
    </message>
    <message>
        <source>A constant is not for the CPU</source>
        <translation>常量的设备不是 CPU</translation>
    </message>
    <message>
        <source>Bytes after the last section</source>
        <translation>最后一节之后还有字节</translation>
    </message>
    <message>
        <source>Part of the library is unusual</source>
        <translation>库的某一部分不寻常</translation>
    </message>
    <message>
        <source>The modules of the library have no symbol</source>
        <translation>库中的模块没有符号</translation>
    </message>
    <message>
        <source>The file is compressed</source>
        <translation>文件经过压缩</translation>
    </message>
</context>
<context>
    <name>variants</name>
    <message>
        <source>TVM unity, July to August 2023</source>
        <translation>TVM unity，2023 年 7 月至 8 月</translation>
    </message>
    <message>
        <source>TVM 0.16 to 0.20</source>
        <translation>TVM 0.16 至 0.20</translation>
    </message>
    <message>
        <source>TVM 0.23 to 0.27</source>
        <translation>TVM 0.23 至 0.27</translation>
    </message>
    <message>
        <source>TVM unity, January to July 2023</source>
        <translation>TVM unity，2023 年 1 月至 7 月</translation>
    </message>
    <message>
        <source>Relax prototype, 2021 to 2022</source>
        <translation>Relax 原型，2021 至 2022 年</translation>
    </message>
    <message>
        <source>TVM builds before 0.9</source>
        <translation>TVM 0.9 之前的构建</translation>
    </message>
    <message>
        <source>TVM 0.9 to 0.13</source>
        <translation>TVM 0.9 至 0.13</translation>
    </message>
    <message>
        <source>TVM 0.14 to 0.19</source>
        <translation>TVM 0.14 至 0.19</translation>
    </message>
    <message>
        <source>Relax VM</source>
        <translation>Relax VM</translation>
    </message>
    <message>
        <source>Relay VM</source>
        <translation>Relay VM</translation>
    </message>
    <message>
        <source>parameter list</source>
        <translation>参数列表</translation>
    </message>
    <message>
        <source>Relax prototype, 2022</source>
        <translation>Relax 原型，2022 年</translation>
    </message>
</context>
<context>
    <name>viewKeys</name>
    <message>
        <source>Previous, next instruction</source>
        <translation>上一条、下一条指令</translation>
    </message>
    <message>
        <source>Previous, next operand</source>
        <translation>上一个、下一个操作数</translation>
    </message>
    <message>
        <source>Go to what the operand refers to</source>
        <translation>转到操作数所引用的对象</translation>
    </message>
    <message>
        <source>Show in the CFG</source>
        <translation>在 CFG 中显示</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Along the control flow</source>
        <translation>沿控制流移动</translation>
    </message>
    <message>
        <source>To the neighbouring branch</source>
        <translation>移到相邻分支</translation>
    </message>
    <message>
        <source>Open in the listing</source>
        <translation>在指令列表中打开</translation>
    </message>
    <message>
        <source>Zoom in, out</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>Fit the graph</source>
        <translation>适应整个图</translation>
    </message>
    <message>
        <source>Original size</source>
        <translation>原始大小</translation>
    </message>
    <message>
        <source>Initial view</source>
        <translation>初始视图</translation>
    </message>
    <message>
        <source>Previous, next byte</source>
        <translation>上一个、下一个字节</translation>
    </message>
    <message>
        <source>Previous, next row</source>
        <translation>上一行、下一行</translation>
    </message>
    <message>
        <source>Start, end of the file</source>
        <translation>文件开头、末尾</translation>
    </message>
    <message>
        <source>Show what the byte belongs to</source>
        <translation>显示该字节所属的内容</translation>
    </message>
    <message>
        <source>Zoom time in, out</source>
        <translation>放大、缩小时间</translation>
    </message>
    <message>
        <source>Pan left, right</source>
        <translation>左移、右移</translation>
    </message>
    <message>
        <source>Fit the selection</source>
        <translation>适应所选内容</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整次运行</translation>
    </message>
    <message>
        <source>Mark a range; keep it</source>
        <translation>标记范围、保留范围</translation>
    </message>
    <message>
        <source>Next, previous slice</source>
        <translation>下一个、上一个切片</translation>
    </message>
    <message>
        <source>Choose a run</source>
        <translation>选择一次运行</translation>
    </message>
    <message>
        <source>Previous, next run</source>
        <translation>上一次、下一次运行</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>以光标处为中心缩放</translation>
    </message>
    <message>
        <source>Show in the listing</source>
        <translation>在指令列表中显示</translation>
    </message>
    <message>
        <source>Histogram: choose the next, previous bar</source>
        <translation>直方图：选择下一条、上一条</translation>
    </message>
    <message>
        <source>Histogram: choose one bar more, less</source>
        <translation>直方图：多选、少选一条</translation>
    </message>
    <message>
        <source>Histogram: choose all bars</source>
        <translation>直方图：选择所有条</translation>
    </message>
    <message>
        <source>Previous, next finding</source>
        <translation>上一条、下一条诊断</translation>
    </message>
    <message>
        <source>Show or hide the parts of the finding</source>
        <translation>显示或隐藏诊断的各部分</translation>
    </message>
    <message>
        <source>Show the place of the finding</source>
        <translation>转到诊断所在处</translation>
    </message>
    <message>
        <source>Filter the findings</source>
        <translation>筛选诊断</translation>
    </message>
    <message>
        <source>Next, previous copy of the layer</source>
        <translation>该层的下一份、上一份</translation>
    </message>
    <message>
        <source>Previous, next storage</source>
        <translation>上一个、下一个存储</translation>
    </message>
    <message>
        <source>Previous, next tensor of the storage</source>
        <translation>存储中的上一个、下一个张量</translation>
    </message>
    <message>
        <source>Whole function</source>
        <translation>整个函数</translation>
    </message>
    <message>
        <source>Go to the peak</source>
        <translation>转到峰值</translation>
    </message>
    <message>
        <source>Next, previous row</source>
        <translation>下一行、上一行</translation>
    </message>
    <message>
        <source>Open the function in its file</source>
        <translation>在其文件中打开该函数</translation>
    </message>
    <message>
        <source>Next use of a constant or kernel, in its table</source>
        <translation>在表中：转到常量或内核的下一处使用</translation>
    </message>
</context>
<context>
    <name>views</name>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>指令列表</translation>
    </message>
    <message>
        <source>CFG</source>
        <translation>CFG</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间</translation>
    </message>
</context>
</TS>
