# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def softmax(x: T.Buffer((T.int64(16), T.int64(128)), "float32"), T_softmax_norm: T.Buffer((T.int64(16), T.int64(128)), "float32")):
        T.func_attr({"op_pattern": 4, "tirx.is_scheduled": True, "tirx.noalias": True})
        # with T.sblock("root"):
        T_softmax_maxelem_shared = T.sblock_alloc_buffer((T.int64(16),), scope="shared")
        T_softmax_expsum_shared = T.sblock_alloc_buffer((T.int64(16),), scope="shared")
        for ax0_fused in T.thread_binding(T.int64(16), thread="blockIdx.x"):
            for ax0 in range(T.int64(1)):
                for ax1_fused_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for ax1_fused_0 in T.serial(T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_maxelem"):
                            v0 = T.axis.spatial(T.int64(16), ax0_fused + ax0)
                            v1 = T.axis.reduce(T.int64(128), ax1_fused_0 * T.int64(256) + ax1_fused_1)
                            T.where(ax1_fused_0 * T.int64(256) + ax1_fused_1 < T.int64(128))
                            T.reads(x[v0, v1])
                            T.writes(T_softmax_maxelem_shared[v0])
                            with T.init():
                                T_softmax_maxelem_shared[v0] = T.float32(-340282346638528859811704183484516925440.0)
                            T_softmax_maxelem_shared[v0] = T.max(T_softmax_maxelem_shared[v0], x[v0, v1])
            for ax0 in range(T.int64(1)):
                for ax1_fused_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                    for ax1_fused_0 in T.serial(T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                        with T.sblock("T_softmax_expsum"):
                            v0 = T.axis.spatial(T.int64(16), ax0_fused + ax0)
                            v1 = T.axis.reduce(T.int64(128), ax1_fused_0 * T.int64(256) + ax1_fused_1)
                            T.where(ax1_fused_0 * T.int64(256) + ax1_fused_1 < T.int64(128))
                            T.reads(x[v0, v1], T_softmax_maxelem_shared[v0])
                            T.writes(T_softmax_expsum_shared[v0])
                            with T.init():
                                T_softmax_expsum_shared[v0] = T.float32(0.0)
                            T_softmax_expsum_shared[v0] = T_softmax_expsum_shared[v0] + T.exp(x[v0, v1] - T_softmax_maxelem_shared[v0])
            for ax1_1 in T.thread_binding(T.int64(256), thread="threadIdx.x"):
                for ax1_0 in T.serial(T.int64(1), annotations={"pragma_auto_unroll_max_step": 256, "pragma_unroll_explicit": 1}):
                    with T.sblock("T_softmax_norm"):
                        v0 = T.axis.spatial(T.int64(16), ax0_fused)
                        v1 = T.axis.spatial(T.int64(128), ax1_0 * T.int64(256) + ax1_1)
                        T.where(ax1_0 * T.int64(256) + ax1_1 < T.int64(128))
                        T.reads(x[v0, v1], T_softmax_maxelem_shared[v0], T_softmax_expsum_shared[v0])
                        T.writes(T_softmax_norm[v0, v1])
                        T.sblock_attr({"axis": 1})
                        T_softmax_norm[v0, v1] = T.exp(x[v0, v1] - T_softmax_maxelem_shared[v0]) / T_softmax_expsum_shared[v0]

    @R.function
    def main(x: R.Tensor((16, 128), dtype="float32")) -> R.Tensor((16, 128), dtype="float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        shape_heap: R.Any = R.null_value()
        R.call_packed("vm.builtin.check_tensor_info", x, 2, R.dtype("float32"), R.str("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((16, 128), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, 2, 0, 16, 0, 128, R.str("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((16, 128), dtype=\"float32\")) "), ty_args=(R.Tuple,))
        storage: R.Any = R.vm.alloc_storage(R.shape([8192]), 0, R.dtype("uint8"), R.str("global"))
        alloc: R.Tensor((16, 128), dtype="float32") = R.vm.alloc_tensor(storage, 0, R.shape([16, 128]), R.dtype("float32"), 0)
        R.vm.kill_object(storage)
        cls.softmax(x, alloc)
        return alloc
