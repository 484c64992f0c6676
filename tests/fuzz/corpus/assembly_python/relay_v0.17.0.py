# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
# ExecBuilder cannot make an executable of the Relay VM, TVM 0.14 to 0.19; all of it stands in comments
from tvm import relax
ib = relax.ExecBuilder()
#: .executable "Relay C" version="0.17.0" packed_base=1
#: .device (1, 0)

#: .const c[0] device=0 = tensor float32[1, 3] {10, 20, 30}

#: @main(x) registers=7 devices=[0]:
#:   load_const const=c[0] device=0 dst=%1
#:   load_consti value=24 dst=%2
#:   alloc_storage size=%2 alignment=64 dtype=float32 device=0 dst=%4 extent=[]
#:   load_consti value=0 dst=%3
#:   alloc_tensor storage=%4 offset=%3 dtype=float32 dst=%5 extent=[2, 3]
#:   invoke_packed packed=vm_mod_fused_add outputs=1 arg=[%0, %1, %5]
#:   ret result=%5

#: @vm_mod_fused_add packed_func;

