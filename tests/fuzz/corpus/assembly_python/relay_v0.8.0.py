# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
# ExecBuilder cannot make an executable of the Relay VM, TVM 0.7 and 0.8; all of it stands in comments
from tvm import relax
ib = relax.ExecBuilder()
#: .executable "Relay A" version="0.8.0" packed_base=4

#: .const c[0] device=1 = tensor int32[] {0}
#: .const c[1] device=1 = tensor int32[] {2}

#: @sum(l) devices=[1]:
#:   get_tag object=%0 dst=%1
#:   load_consti value=0 dst=%2
#:   if test=%1 target=%2 true_offset=L3 false_offset=L5
#: L3:
#:   load_const const=c[0] dst=%3
#:   ret result=%3
#: L5:
#:   load_consti value=1 dst=%4
#:   if test=%1 target=%4 true_offset=L7 false_offset=L16
#: L7:
#:   get_field object=%0 field_index=0 dst=%5
#:   get_field object=%0 field_index=1 dst=%6
#:   invoke func=sum dst=%7 arg=[%6]
#:   load_consti value=4 dst=%8
#:   alloc_storage size=%8 alignment=64 dtype=int32 device=1 dst=%10
#:   load_consti value=0 dst=%9
#:   alloc_tensor storage=%10 offset=%9 dtype=int32 dst=%11 extent=[]
#:   invoke_packed packed=vm_mod_fused_add outputs=1 arg=[%5, %7, %11]
#:   ret result=%11
#: L16:
#:   fatal

#: @double(l) registers=14 devices=[1]:
#:   get_tag object=%0 dst=%1
#:   load_consti value=0 dst=%2
#:   if test=%1 target=%2 true_offset=L3 false_offset=L5
#: L3:
#:   alloc_data tag=0 dst=%3 field=[]
#:   ret result=%3
#: L5:
#:   get_field object=%0 field_index=0 dst=%5
#:   load_const const=c[1] dst=%4
#:   load_consti value=4 dst=%8
#:   alloc_storage size=%8 alignment=64 dtype=int32 device=1 dst=%10
#:   load_consti value=0 dst=%9
#:   alloc_tensor storage=%10 offset=%9 dtype=int32 dst=%11 extent=[]
#:   invoke_packed packed=vm_mod_fused_multiply outputs=1 arg=[%5, %4, %11]
#:   get_field object=%0 field_index=1 dst=%6
#:   invoke func=double dst=%7 arg=[%6]
#:   alloc_data tag=1 dst=%12 field=[%11, %7]
#:   ret result=%12

#: @main(a, b, c) devices=[1, 1, 1]:
#:   alloc_data tag=0 dst=%3 field=[]
#:   alloc_data tag=1 dst=%4 field=[%2, %3]
#:   alloc_data tag=1 dst=%5 field=[%1, %4]
#:   alloc_data tag=1 dst=%6 field=[%0, %5]
#:   invoke func=sum dst=%7 arg=[%6]
#:   ret result=%7

#: @main_list(a, b, c) devices=[1, 1, 1]:
#:   alloc_data tag=0 dst=%3 field=[]
#:   alloc_data tag=1 dst=%4 field=[%2, %3]
#:   alloc_data tag=1 dst=%5 field=[%1, %4]
#:   alloc_data tag=1 dst=%6 field=[%0, %5]
#:   invoke func=double dst=%7 arg=[%6]
#:   ret result=%7

#: @vm_mod_fused_add packed_func;

#: @vm_mod_fused_multiply packed_func;

