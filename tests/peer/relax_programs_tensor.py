# SPDX-License-Identifier: Apache-2.0
"""Programs on whole tensors: reductions, statistics, searching and sorting, shapes, joining, indexing, creation."""
import numpy as np
from tvm import relax
from tvm.relax import op as R

from relax_programs import Program, dyn, f32, flags, ints, op, positive
DISTINCT = np.random.default_rng(5).permutation(24).astype("float32").reshape(4, 6)   # no ties: the order is unique
SQUARE = f32(4, 4)


def fields(*values):
    return relax.Tuple(list(values))


def reductions():
    rows = [op(f"{name}_{suffix}", lambda x, name=name, axis=axis, keep=keep: getattr(R, name)(x, axis, keep), positive(2, 3, 4))
            for name in ("sum", "mean", "max", "min", "prod", "std", "variance")
            for suffix, axis, keep in (("all", None, False), ("axis", [1], True), ("axes", [0, -1], False))]
    rows += [op(f"{name}_dynamic", lambda x, name=name: getattr(R, name)(x, [-1]), dyn(f32(3, 4), "n", "m"), more=[(f32(1, 9),), (f32(5, 1),)])
             for name in ("sum", "mean", "max")]
    rows += [op(f"{name}_{axis}", lambda x, name=name, axis=axis: getattr(R, name)(x, axis), DISTINCT) for name in ("argmax", "argmin") for axis in (None, 1)]
    rows += [op("argmax_keepdims", lambda x: R.argmax(x, 0, True), DISTINCT),
             op("median", lambda x: R.median(x, [1]), DISTINCT),
             op("cumsum", lambda x: R.cumsum(x, 1), f32(3, 5)),
             op("cumsum_flat_float64", lambda x: R.cumsum(x, dtype="float64"), f32(3, 5)),
             op("cumprod_exclusive", lambda x: R.cumprod(x, 0, exclusive=True), f32(4, 2)),
             op("sum_of_nothing", lambda x: R.sum(x, [0]), f32(0, 3)),
             op("collapse_sum_to", lambda x: R.collapse_sum_to(x, (3, 1)), f32(2, 3, 4)),
             op("collapse_sum_like", R.collapse_sum_like, f32(2, 3, 4), f32(3, 4))]
    return rows


def order():
    rows = [op(f"{name}_{way}", lambda x, name=name, down=down: getattr(R, name)(x, axis=1, descending=down), DISTINCT)
            for name in ("sort", "argsort") for way, down in (("up", False), ("down", True))]
    rows += [op(f"topk_{kind}", lambda x, kind=kind: R.topk(x, 3, 1, kind), DISTINCT) for kind in ("both", "values", "indices")]
    rows += [op("topk_smallest", lambda x: R.topk(x, 2, 0, "both", False, "int64"), DISTINCT),
             op("sort_dynamic", lambda x: R.sort(x, 0), dyn(f32(9), "n"), more=[(f32(2),), (f32(1),)]),
             op("searching", lambda x, b: R.bucketize(x, b), f32(3, 4), np.array([-1, 0, 0.5, 2], "float32")),
             op("searching_right_int32", lambda x, b: R.bucketize(x, b, True, True), ints(6, low=0, high=5), ints(5, low=0, high=1) + np.arange(5, dtype="int32"))]
    for name, options in (("plain", ()), ("index", (True, True)), ("all", (True, True, True, True)), ("unsorted", (False,))):
        rows.append(op(f"unique_{name}", lambda x, options=options: R.unique(x, *options), dyn(ints(12, low=0, high=5, dtype="int64"), "n"),
                       more=[(ints(1, dtype="int64"),), (np.full(4, 7, "int64"),)]))
    rows += [op("unique_axis", lambda x: R.unique(x, axis=0), np.array([[1, 2], [0, 5], [1, 2]], "int32")),
             op("unique_floats", R.unique, np.array([1.5, -2, 1.5, 0], "float32")),
             op("nonzero", R.nonzero, dyn(ints(4, 5, low=0, high=2), "n", "m"), more=[(ints(1, 3, low=0, high=1),), (ints(2, 2, low=1, high=2),)]),
             op("nonzero_bool", R.nonzero, flags(3, 2, 2)),
             op("nonzero_float", R.nonzero, np.array([0, -0.0, 1e-45, np.nan], "float32"))]
    return rows


def shapes():
    x = f32(2, 3, 4)
    rows = [op("reshape", lambda x: R.reshape(x, (4, -1)), x),
            op("flatten", R.flatten, x),
            op("expand_dims", lambda x: R.expand_dims(x, [0, 2]), x),
            op("squeeze", lambda x: R.squeeze(x, [0, 2]), f32(1, 3, 1)),
            op("permute_dims", lambda x: R.permute_dims(x, [2, 0, 1]), x),
            op("transpose", R.permute_dims, x),
            op("flip", lambda x: R.flip(x, 1), x),
            op("broadcast_to", lambda x: R.broadcast_to(x, (3, 2, 4)), f32(2, 1)),
            op("tile", lambda x: R.tile(x, (2, 1, 3)), x),
            op("repeat", lambda x: R.repeat(x, 2, 1), x),
            op("repeat_flat", lambda x: R.repeat(x, 3), x),
            op("concat", lambda a, b: R.concat([a, b], 1), f32(2, 3), f32(2, 2)),
            op("stack", lambda a, b: R.stack([a, b], 1), f32(2, 3), f32(2, 3, seed=1)),
            op("split_sections", lambda x: R.split(x, 3, 1), f32(2, 6)),
            op("split_at", lambda x: R.split(x, [1, 4], 1), f32(2, 6)),
            op("strided_slice", lambda x: R.strided_slice(x, [0, 2], [0, 3], [2, 0], [1, -2]), x),
            op("strided_slice_front", lambda x: R.strided_slice(x, [1], [1], [9]), x),
            op("dynamic_strided_slice", R.dynamic_strided_slice, f32(5, 6), *(np.array(v, "int64") for v in ((1, 0), (4, 6), (1, 2)))),
            op("slice_scatter", lambda x, y: R.slice_scatter(x, y, 1, 3, 1, axis=0), f32(4, 3), f32(2, 3, seed=1)),
            op("layout_transform", lambda x: R.layout_transform(x, lambda i, j: (j // 2, i, j % 2)), f32(3, 4)),
            op("layout_transform_padded", lambda x: R.layout_transform(x, lambda i: (i // 4, i % 4), pad_value=7.0), f32(10)),
            op("meshgrid", lambda a, b: R.meshgrid([a, b], "ij"), f32(3), f32(4)),
            op("shape_of", R.shape_of, dyn(x, "n", "m", None), more=[(f32(1, 9, 4),)]),
            op("shape_to_tensor", lambda x: R.shape_to_tensor(R.shape_of(x)), dyn(x, "n", "m", None), more=[(f32(5, 5, 4),)]),
            op("size", R.size, dyn(x, "n", "m", None)),
            op("view", lambda x: R.memory.view(x, (6, 4)), x),
            op("reverse_sequence", lambda x, s: R.reverse_sequence(x, s, 1, 0), f32(3, 5), np.array([1, 3, 5], "int32"))]
    rows += [op("reshape_dynamic", lambda x: R.reshape(x, (-1,)), dyn(f32(3, 4), "n", "m"), more=[(f32(1, 1),), (f32(7, 2),)]),
             op("concat_dynamic", lambda a, b: R.concat([a, b], 0), dyn(f32(3, 4), "n", None), dyn(f32(2, 4), "k", None), more=[(f32(1, 4), f32(9, 4))]),
             op("transpose_dynamic", R.permute_dims, dyn(f32(3, 4), "n", "m"), more=[(f32(1, 8),)]),
             op("tuple_of_tensors", lambda pair: R.concat(pair, 0), (f32(2, 3), f32(4, 3)), refusals=False),
             op("nested_tuple", lambda pair: fields(pair[1][0], fields(pair[0], pair[1])), (f32(2), (f32(3), f32(4))), refusals=False)]
    return rows


def indexing():
    data, rows_of = f32(5, 4), np.array([3, 0, 3], "int64")
    rows = [op(f"take_{mode}", lambda x, i, mode=mode: R.take(x, i, 0, mode), data, np.array([1, 4, 0], "int32")) for mode in ("fast", "clip", "wrap")]
    rows += [op("take_clipped", lambda x, i: R.take(x, i, 1, "clip"), data, np.array([-9, 9], "int64")),
             op("take_scalar", lambda x, i: R.take(x, i, 1), data, np.array(2, "int64")),
             op("gather_elements", lambda x, i: R.gather_elements(x, i, 1), data, ints(5, 2, low=0, high=4, dtype="int64")),
             op("gather_nd", lambda x, i: R.gather_nd(x, i, 0), data, np.array([[0, 3], [4, 1]], "int64")),
             op("gather_nd_batched", lambda x, i: R.gather_nd(x, i, 1), f32(2, 3, 4), np.array([[2], [0]], "int64")),
             op("index_tensor", lambda x, i: R.index_tensor(x, [i]), data, rows_of),
             op("index_put", lambda x, i, v: R.index_put(x, (i,), v), f32(6), np.array([2, 0], "int64"), f32(2, seed=1)),
             op("index_put_add", lambda x, i, j, v: R.index_put(x, (i, j), v, True), data, np.array([1, 1], "int64"), np.array([3, 3], "int64"),
                f32(2, seed=1)),
             op("one_hot", lambda i: R.one_hot(i, 1.0, 0.0, 5), ints(3, low=0, high=5, dtype="int64")),
             op("tril", lambda x: R.tril(x, 1), SQUARE),
             op("triu", lambda x: R.triu(x, -1), SQUARE),
             op("embedding", lambda x, i: R.take(x, i, 0), f32(7, 3), ints(2, 4, low=0, high=7))]
    rows += [op(f"scatter_elements_{kind}", lambda x, i, v, kind=kind: R.scatter_elements(x, i, v, 0, kind), data,
                np.array([[0, 1, 2, 3], [4, 3, 2, 1]], "int64"), f32(2, 4, seed=1))
             for kind in ("update", "add", "mul", "min", "max")]
    rows += [op(f"scatter_nd_{kind}", lambda x, i, v, kind=kind: R.scatter_nd(x, i, v, kind), f32(6), np.array([[4], [3], [1]], "int64"), f32(3, seed=1))
                for kind in ("update", "add")]
    return rows


def making():
    def fresh(name, make, **options):
        return op(name, lambda x: fields(make(), x), f32(1), **options)

    return [fresh("zeros", lambda: R.zeros((2, 3), "float32")),
            fresh("ones", lambda: R.ones((3,), "int8")),
            fresh("full", lambda: R.full((2, 2), relax.const(7, "int32"))),
            fresh("arange", lambda: R.arange(1, 10, 3, "int64")),
            fresh("eye", lambda: R.eye(3, 4, 1)),
            fresh("hamming_window", lambda: R.hamming_window(8, True, 0.54, 0.46, "float32")),
            op("zeros_like", R.zeros_like, dyn(f32(2, 3), "n", "m"), more=[(f32(0, 5),)]),
            op("ones_like", R.ones_like, f32(2, 3)),
            op("full_like", lambda x: R.full_like(x, relax.const(2.5)), f32(2, 3)),
            op("eye_like", R.eye_like, SQUARE),
            op("constants_of_types", lambda x: fields(*(relax.const(np.arange(4).astype(t))
               for t in ("bool", "int8", "uint16", "int64", "float16", "float64")), x), f32(1))]


def linear_algebra():
    return [op("matmul", R.matmul, f32(3, 4), f32(4, 5)),
            op("matmul_batched", R.matmul, f32(2, 1, 3, 4), f32(5, 4, 2)),
            op("matmul_vector", R.matmul, f32(3, 4), f32(4)),
            op("matmul_dynamic", R.matmul, dyn(f32(3, 4), "n", "k"), dyn(f32(4, 5), "k", "m"), more=[(f32(1, 2), f32(2, 9)), (f32(1, 2),
               f32(3, 9)), (f32(70, 33), f32(33, 40))]),
            op("matmul_int8", lambda a, b: R.matmul(a, b, "int32"), ints(3, 4, dtype="int8"), ints(4, 2, dtype="int8")),
            op("linear", R.linear, f32(3, 4), f32(5, 4), f32(5)),
            op("einsum", lambda a, b: R.einsum([a, b], "ij,jk->ki"), f32(3, 4), f32(4, 5)),
            op("outer", R.outer, f32(3), f32(4))]


PROGRAMS: list[Program] = reductions() + order() + shapes() + indexing() + making() + linear_algebra()
