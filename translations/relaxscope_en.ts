<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>AccuracyText</name>
    <message numerus="yes">
        <source>recorded runs take %1 (%2 to %3, %n pairs), by the wall clock %4</source>
        <translation>
            <numerusform>recorded runs take %1 (%2 to %3, %n pair), by the wall clock %4</numerusform>
            <numerusform>recorded runs take %1 (%2 to %3, %n pairs), by the wall clock %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stopped %n times</source>
        <translation>
            <numerusform>stopped once</numerusform>
            <numerusform>stopped %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>descheduled %n times</source>
        <translation>
            <numerusform>descheduled once</numerusform>
            <numerusform>descheduled %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waited %n times</source>
        <translation>
            <numerusform>waited once</numerusform>
            <numerusform>waited %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pages read from disk</source>
        <translation>
            <numerusform>%n page read from disk</numerusform>
            <numerusform>%n pages read from disk</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page faults</source>
        <translation>
            <numerusform>%n page fault</numerusform>
            <numerusform>%n page faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>between %n processes %1 to %2</source>
        <translation>
            <numerusform>between %n process %1 to %2</numerusform>
            <numerusform>between %n processes %1 to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CfgScene</name>
    <message numerus="yes">
        <source>%n registers dropped: %1</source>
        <translation>
            <numerusform>%n register dropped: %1</numerusform>
            <numerusform>%n registers dropped: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shape and memory calls folded</source>
        <translation>
            <numerusform>%n shape and memory call folded</numerusform>
            <numerusform>%n shape and memory calls folded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more instructions</source>
        <translation>
            <numerusform>%n more instruction</numerusform>
            <numerusform>%n more instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blocks</source>
        <translation>
            <numerusform>%n block</numerusform>
            <numerusform>%n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n branches</source>
        <translation>
            <numerusform>%n branch</numerusform>
            <numerusform>%n branches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loops</source>
        <translation>
            <numerusform>%n loop</numerusform>
            <numerusform>%n loops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n long edges not drawn</source>
        <translation>
            <numerusform>%n long edge not drawn</numerusform>
            <numerusform>%n long edges not drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CounterPainter</name>
    <message numerus="yes">
        <source>%n slots: a value is valid from the end of the call that set it</source>
        <translation>
            <numerusform>%n slot: a value is valid from the end of the call that set it</numerusform>
            <numerusform>%n slots: a value is valid from the end of the call that set it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffCfgPainter</name>
    <message numerus="yes">
        <source>%n more instruction(s)</source>
        <translation>
            <numerusform>%n more instruction</numerusform>
            <numerusform>%n more instructions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffGeometry</name>
    <message numerus="yes">
        <source>%n equal row(s)</source>
        <translation>
            <numerusform>%n equal row</numerusform>
            <numerusform>%n equal rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffPainter</name>
    <message numerus="yes">
        <source>%n equal row(s)</source>
        <translation>
            <numerusform>%n equal row</numerusform>
            <numerusform>%n equal rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffPlanPainter</name>
    <message numerus="yes">
        <source>%n storage(s)</source>
        <translation>
            <numerusform>%n storage</numerusform>
            <numerusform>%n storages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventFacts</name>
    <message numerus="yes">
        <source>%Ln calls of kernels and VM functions</source>
        <translation>
            <numerusform>%Ln call of a kernel or VM function</numerusform>
            <numerusform>%Ln calls of kernels and VM functions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FunctionRows</name>
    <message numerus="yes">
        <source>yes, %n merges</source>
        <translation>
            <numerusform>yes, %n merge</numerusform>
            <numerusform>yes, %n merges</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no, %n merges</source>
        <translation>
            <numerusform>no, %n merge</numerusform>
            <numerusform>no, %n merges</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loops, depth %1</source>
        <translation>
            <numerusform>%n loop, depth %1</numerusform>
            <numerusform>%n loops, depth %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensors</source>
        <translation>
            <numerusform>%Ln tensor</numerusform>
            <numerusform>%Ln tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryContent</name>
    <message numerus="yes">
        <source>pc %1–%2 · %Ln instructions</source>
        <translation>
            <numerusform>pc %1–%2 · %Ln instruction</numerusform>
            <numerusform>pc %1–%2 · %Ln instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryTexts</name>
    <message numerus="yes">
        <source>A lower bound: the bytes of %1 and %n more are not known.</source>
        <translation>
            <numerusform>A lower bound: the bytes of %1 and %n more are not known.</numerusform>
            <numerusform>A lower bound: the bytes of %1 and %n more are not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModulesSource</name>
    <message numerus="yes">
        <source>%n byte(s) of the accelerator library&apos;s own data follow.</source>
        <translation>
            <numerusform>%n byte of the accelerator library&apos;s own data follows.</numerusform>
            <numerusform>%n bytes of the accelerator library&apos;s own data follow.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PeakRows</name>
    <message numerus="yes">
        <source>and %Ln more storages</source>
        <translation>
            <numerusform>and %Ln more storage</numerusform>
            <numerusform>and %Ln more storages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more tensors</source>
        <translation>
            <numerusform>and %Ln more tensor</numerusform>
            <numerusform>and %Ln more tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RegisterBars</name>
    <message numerus="yes">
        <source>%n registers needed</source>
        <translation>
            <numerusform>%n register needed</numerusform>
            <numerusform>%n registers needed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n registers needed at once</source>
        <translation>
            <numerusform>%1 of %n register needed at once</numerusform>
            <numerusform>%1 of %n registers needed at once</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatisticsSource</name>
    <message numerus="yes">
        <source>Sum of %n rows</source>
        <translation>
            <numerusform>Sum of %n row</numerusform>
            <numerusform>Sum of %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the range, %n rows</source>
        <translation>
            <numerusform>In the range, %n row</numerusform>
            <numerusform>In the range, %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimeTexts</name>
    <message numerus="yes">
        <source>Only in the old profile, %n calls</source>
        <translation>
            <numerusform>Only in the old profile, %n call</numerusform>
            <numerusform>Only in the old profile, %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only in the old profile, %n callees</source>
        <translation>
            <numerusform>Only in the old profile, %n callee</numerusform>
            <numerusform>Only in the old profile, %n callees</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In both, %n calls</source>
        <translation>
            <numerusform>In both, %n call</numerusform>
            <numerusform>In both, %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In both, %n callees</source>
        <translation>
            <numerusform>In both, %n callee</numerusform>
            <numerusform>In both, %n callees</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only in the new profile, %n calls</source>
        <translation>
            <numerusform>Only in the new profile, %n call</numerusform>
            <numerusform>Only in the new profile, %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only in the new profile, %n callees</source>
        <translation>
            <numerusform>Only in the new profile, %n callee</numerusform>
            <numerusform>Only in the new profile, %n callees</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelinePlot</name>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimesSource</name>
    <message numerus="yes">
        <source>%n more calls, which are the same</source>
        <translation>
            <numerusform>%n more call, which is the same</numerusform>
            <numerusform>%n more calls, which are the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more callees, which are the same</source>
        <translation>
            <numerusform>%n more callee, which is the same</numerusform>
            <numerusform>%n more callees, which are the same</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ValueTexts</name>
    <message numerus="yes">
        <source>%n output(s) of calls are equal</source>
        <translation>
            <numerusform>%n output of calls is equal</numerusform>
            <numerusform>%n outputs of calls are equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s) were not kept</source>
        <translation>
            <numerusform>%n tensor was not kept</numerusform>
            <numerusform>%n tensors were not kept</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::Breadcrumb</name>
    <message numerus="yes">
        <source>%1; a right click lists its %n copies</source>
        <translation>
            <numerusform>%1; a right click lists its copy</numerusform>
            <numerusform>%1; a right click lists its %n copies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CallHistogram</name>
    <message numerus="yes">
        <source>%1 calls, %2 to %3, median %4</source>
        <translation>
            <numerusform>%1 call, %2 to %3, median %4</numerusform>
            <numerusform>%1 calls, %2 to %3, median %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %3 calls</source>
        <translation>
            <numerusform>%1 to %2: %3 call</numerusform>
            <numerusform>%1 to %2: %3 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of them in outlying runs</source>
        <translation>
            <numerusform>%1 of them in an outlying run</numerusform>
            <numerusform>%1 of them in outlying runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CallsPane</name>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 call</numerusform>
            <numerusform>%1 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 runs</source>
        <translation>
            <numerusform>%1 in %2 run</numerusform>
            <numerusform>%1 in %2 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 calls</source>
        <translation>
            <numerusform>%1 of %2 call</numerusform>
            <numerusform>%1 of %2 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CfgView</name>
    <message numerus="yes">
        <source>Laying out the graph of %n instructions…</source>
        <translation>
            <numerusform>Laying out the graph of %n instruction…</numerusform>
            <numerusform>Laying out the graph of %n instructions…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parameters</source>
        <translation>
            <numerusform>%n parameter</numerusform>
            <numerusform>%n parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CodeFind</name>
    <message numerus="yes">
        <source>%n hits</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CommandPalette</name>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call site(s)</source>
        <translation>
            <numerusform>%n call site</numerusform>
            <numerusform>%n call sites</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::CompareView</name>
    <message numerus="yes">
        <source>Filter %n calls</source>
        <translation>
            <numerusform>Filter %n call</numerusform>
            <numerusform>Filter %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n callees</source>
        <translation>
            <numerusform>Filter %n callee</numerusform>
            <numerusform>Filter %n callees</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ConstantPane</name>
    <message numerus="yes">
        <source>%n elements</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ConstantsView</name>
    <message numerus="yes">
        <source>Filter %n constants</source>
        <translation>
            <numerusform>Filter %n constant</numerusform>
            <numerusform>Filter %n constants</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::DeviceBox</name>
    <message numerus="yes">
        <source>%1, %n core(s)</source>
        <translation>
            <numerusform>%1, %n core</numerusform>
            <numerusform>%1, %n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::DiffView</name>
    <message numerus="yes">
        <source>Filter %n functions</source>
        <translation>
            <numerusform>Filter %n function</numerusform>
            <numerusform>Filter %n functions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n constants</source>
        <translation>
            <numerusform>Filter %n constant</numerusform>
            <numerusform>Filter %n constants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n kernels</source>
        <translation>
            <numerusform>Filter %n kernel</numerusform>
            <numerusform>Filter %n kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kinds: %n hidden</source>
        <translation>
            <numerusform>Kinds: %n hidden</numerusform>
            <numerusform>Kinds: %n hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::EditPane</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FactSheet</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FillArguments</name>
    <message numerus="yes">
        <source>%1: %2 of %n argument(s) filled</source>
        <translation>
            <numerusform>%1: %2 of %n argument filled</numerusform>
            <numerusform>%1: %2 of %n arguments filled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n array(s): add a colon and the name of one</source>
        <translation>
            <numerusform>%1 holds %n array: add a colon and its name</numerusform>
            <numerusform>%1 holds %n arrays: add a colon and the name of one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingsBar</name>
    <message numerus="yes">
        <source>Filter %n finding(s)</source>
        <translation>
            <numerusform>Filter %n finding</numerusform>
            <numerusform>Filter %n findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FindingsView</name>
    <message numerus="yes">
        <source>Cost: self time of the named calls per run, the mean of the middle half of %n run(s); a call counts in one finding only. Bars: 0 to %1 of the run.</source>
        <translation>
            <numerusform>Cost: self time of the named calls per run, of %n run; a call counts in one finding only. Bars: 0 to %1 of the run.</numerusform>
            <numerusform>Cost: self time of the named calls per run, the mean of the middle half of %n runs; a call counts in one finding only. Bars: 0 to %1 of the run.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::FunctionsView</name>
    <message numerus="yes">
        <source>Filter %n functions</source>
        <translation>
            <numerusform>Filter %n function</numerusform>
            <numerusform>Filter %n functions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::HexTree</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::InspectorView</name>
    <message numerus="yes">
        <source>Time over %n calls</source>
        <translation>
            <numerusform>Time over %n call</numerusform>
            <numerusform>Time over %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used by %n instructions</source>
        <translation>
            <numerusform>Used by %n instruction</numerusform>
            <numerusform>Used by %n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n others are equal</source>
        <translation>
            <numerusform>%n other is equal</numerusform>
            <numerusform>%n others are equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Shape heap: %n slots</source>
        <translation>
            <numerusform>Shape heap: %n slot</numerusform>
            <numerusform>Shape heap: %n slots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::LateConstants</name>
    <message numerus="yes">
        <source>%n constant(s) of this executable are late-bound and stored in a separate file.</source>
        <translation>
            <numerusform>%n constant of this executable lies in a file of its own.</numerusform>
            <numerusform>%n constants of this executable lie in a file of their own.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ListingArea</name>
    <message numerus="yes">
        <source>pc %1: %2 calls, mean %3 %4</source>
        <translation>
            <numerusform>pc %1: %2 call, mean %3 %4</numerusform>
            <numerusform>pc %1: %2 calls, mean %3 %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ListingView</name>
    <message numerus="yes">
        <source>%n instructions</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n registers</source>
        <translation>
            <numerusform>%n register</numerusform>
            <numerusform>%n registers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n instructions…</source>
        <translation>
            <numerusform>Reading %n instruction…</numerusform>
            <numerusform>Reading %n instructions…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ModulesView</name>
    <message numerus="yes">
        <source>Filter %n kernels</source>
        <translation>
            <numerusform>Filter %n kernel</numerusform>
            <numerusform>Filter %n kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::OutputPanel</name>
    <message numerus="yes">
        <source>The kernels of the last run printed %n line(s)</source>
        <translation>
            <numerusform>The kernels of the last run printed %n line</numerusform>
            <numerusform>The kernels of the last run printed %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::OverlaidHistogram</name>
    <message numerus="yes">
        <source>old, %1 calls</source>
        <translation>
            <numerusform>old, %1 call</numerusform>
            <numerusform>old, %1 calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>new, %1 calls</source>
        <translation>
            <numerusform>new, %1 call</numerusform>
            <numerusform>new, %1 calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::OverviewView</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>± %1 %2, %n run(s)</source>
        <translation>
            <numerusform>± %1 %2, %n run</numerusform>
            <numerusform>± %1 %2, %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n jump(s)</source>
        <translation>
            <numerusform>%n jump</numerusform>
            <numerusform>%n jumps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1(%2, %n more)</source>
        <translation>
            <numerusform>%1(%2, %n more)</numerusform>
            <numerusform>%1(%2, %n more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n kernel</numerusform>
            <numerusform>%n kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more finding(s)</source>
        <translation>
            <numerusform>%n more finding</numerusform>
            <numerusform>%n more findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more callee(s)</source>
        <translation>
            <numerusform>%n more callee</numerusform>
            <numerusform>%n more callees</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensor(s)</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>± %1 %2, %Ln runs so far</source>
        <translation>
            <numerusform>± %1 %2, %Ln run so far</numerusform>
            <numerusform>± %1 %2, %Ln runs so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::RecentRow</name>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 instructions</source>
        <translation>
            <numerusform>%1 instruction</numerusform>
            <numerusform>%1 instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ReferencesPopup</name>
    <message numerus="yes">
        <source>Filter %n references</source>
        <translation>
            <numerusform>Filter %n reference</numerusform>
            <numerusform>Filter %n references</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::RunCallArguments</name>
    <message numerus="yes">
        <source>Filter %n arguments</source>
        <translation>
            <numerusform>Filter %n argument</numerusform>
            <numerusform>Filter %n arguments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more: filter to see them. Their values are kept.</source>
        <translation>
            <numerusform>… and %n more: filter to see it. It keeps its value.</numerusform>
            <numerusform>… and %n more: filter to see them. Their values are kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::RunCallModel</name>
    <message numerus="yes">
        <source>%n argument(s)</source>
        <translation>
            <numerusform>%n argument</numerusform>
            <numerusform>%n arguments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::RunController</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 warm-ups</source>
        <translation>
            <numerusform>%1 warm-up</numerusform>
            <numerusform>%1 warm-ups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pairs of a recorded and an unrecorded run</source>
        <translation>
            <numerusform>%1 pair of a recorded and an unrecorded run</numerusform>
            <numerusform>%1 pairs of a recorded and an unrecorded run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 measured runs</source>
        <translation>
            <numerusform>%1 measured run</numerusform>
            <numerusform>%1 measured runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::RunSelector</name>
    <message numerus="yes">
        <source>All runs (%n measured)</source>
        <translation>
            <numerusform>All runs (%n measured)</numerusform>
            <numerusform>All runs (%n measured)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::RunsView</name>
    <message numerus="yes">
        <source>Filter %n run(s)</source>
        <translation>
            <numerusform>Filter %n run</numerusform>
            <numerusform>Filter %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::SessionKeeper</name>
    <message numerus="yes">
        <source>%n file(s) of the last session no longer exist: %1</source>
        <translation>
            <numerusform>%n file of the last session no longer exists: %1</numerusform>
            <numerusform>%n files of the last session no longer exist: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::StatisticsBar</name>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warm-up runs excluded</source>
        <translation>
            <numerusform>%Ln warm-up run left out</numerusform>
            <numerusform>%Ln warm-up runs excluded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs so far</source>
        <translation>
            <numerusform>%Ln run so far</numerusform>
            <numerusform>%Ln runs so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::StatisticsView</name>
    <message numerus="yes">
        <source>Filter %n callees</source>
        <translation>
            <numerusform>Filter %n callee</numerusform>
            <numerusform>Filter %n callees</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n call sites</source>
        <translation>
            <numerusform>Filter %n call site</numerusform>
            <numerusform>Filter %n call sites</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filter %n rows</source>
        <translation>
            <numerusform>Filter %n row</numerusform>
            <numerusform>Filter %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::StatusBar</name>
    <message numerus="yes">
        <source>%n event(s) dropped</source>
        <translation>
            <numerusform>%n event lost</numerusform>
            <numerusform>%n events lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>verified: %n error(s)</source>
        <translation>
            <numerusform>verified: %n error</numerusform>
            <numerusform>verified: %n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>output: %n line(s)</source>
        <translation>
            <numerusform>output: %n line</numerusform>
            <numerusform>output: %n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs so far, median %1</source>
        <translation>
            <numerusform>%Ln run so far, median %1</numerusform>
            <numerusform>%Ln runs so far, median %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), median %1</source>
        <translation>
            <numerusform>%n run, median %1</numerusform>
            <numerusform>%n runs, median %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n function(s)</source>
        <translation>
            <numerusform>in %n function</numerusform>
            <numerusform>in %n functions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s) differ</source>
        <translation>
            <numerusform>%n constant differs</numerusform>
            <numerusform>%n constants differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s) differ</source>
        <translation>
            <numerusform>%n kernel differs</numerusform>
            <numerusform>%n kernels differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::StoredRunsField</name>
    <message numerus="yes">
        <source>Delete the profiles of all %1 runs?</source>
        <translation>
            <numerusform>Delete the profile of %1 run?</numerusform>
            <numerusform>Delete the profiles of all %1 runs?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>now %1 in %2 runs</source>
        <translation>
            <numerusform>now %1 in %2 run</numerusform>
            <numerusform>now %1 in %2 runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::TimelineNames</name>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::TimelineSearch</name>
    <message numerus="yes">
        <source>%1 names</source>
        <translation>
            <numerusform>%1 name</numerusform>
            <numerusform>%1 names</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slices in measured runs</source>
        <translation>
            <numerusform>%1 slice in measured runs</numerusform>
            <numerusform>%1 slices in measured runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 elsewhere</source>
        <translation>
            <numerusform>%1 elsewhere</numerusform>
            <numerusform>%1 elsewhere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::ValuesView</name>
    <message numerus="yes">
        <source>Filter %n shapes by call or shape</source>
        <translation>
            <numerusform>Filter %n shape by call or shape</numerusform>
            <numerusform>Filter %n shapes by call or shape</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>relaxscope::WhatIf</name>
    <message numerus="yes">
        <source>%n more sizes</source>
        <translation>
            <numerusform>%n more size</numerusform>
            <numerusform>%n more sizes</numerusform>
        </translation>
    </message>
</context>
</TS>
