# SPDX-License-Identifier: Apache-2.0
"""Network programs: convolution, pooling, norms, activations, attention, losses, gradients, images, boxes, quantised values."""
import numpy as np
from tvm import relax
from tvm.relax import op as R

from relax_programs import Program, as_type, dyn, f32, ints, op, positive

IMAGE = f32(1, 4, 6, 6)
nn = R.nn


def convolutions():
    rows = [op("conv1d", lambda x, w: nn.conv1d(x, w, strides=2, padding=1), f32(2, 3, 9), f32(4, 3, 3)),
            op("conv1d_dilated", lambda x, w: nn.conv1d(x, w, dilation=2), f32(1, 2, 9), f32(3, 2, 3)),
            op("conv1d_transpose", lambda x, w: nn.conv1d_transpose(x, w, strides=2, output_padding=1), f32(1, 3, 5), f32(3, 2, 3)),
            op("conv2d", lambda x, w: nn.conv2d(x, w, padding=1), IMAGE, f32(5, 4, 3, 3)),
            op("conv2d_strided", lambda x, w: nn.conv2d(x, w, strides=(2, 1), padding=(0, 1)), IMAGE, f32(2, 4, 3, 3)),
            op("conv2d_grouped", lambda x, w: nn.conv2d(x, w, groups=2), IMAGE, f32(6, 2, 3, 3)),
            op("conv2d_depthwise", lambda x, w: nn.conv2d(x, w, groups=4), IMAGE, f32(4, 1, 3, 3)),
            op("conv2d_nhwc", lambda x, w: nn.conv2d(x, w, data_layout="NHWC", kernel_layout="HWIO"), f32(1, 5, 5, 3), f32(3, 3, 3, 2)),
            op("conv2d_dynamic", lambda x, w: nn.conv2d(x, w, padding=1), dyn(IMAGE, "n", None, "h", "w"), f32(2, 4, 3, 3), more=[(f32(3, 4, 8, 1),
               f32(2, 4, 3, 3))]),
            op("conv2d_int8", lambda x, w: nn.conv2d(x, w, out_dtype="int32"), ints(1, 2, 4, 4, dtype="int8"), ints(3, 2, 2, 2, dtype="int8")),
            op("conv2d_transpose", lambda x, w: nn.conv2d_transpose(x, w, strides=(2, 2)), f32(1, 3, 4, 4), f32(3, 2, 3, 3)),
            op("conv3d", lambda x, w: nn.conv3d(x, w, padding=1), f32(1, 2, 4, 4, 4), f32(3, 2, 3, 3, 3)),
            op("conv3d_transpose", nn.conv3d_transpose, f32(1, 2, 3, 3, 3), f32(2, 1, 2, 2, 2)),
            op("conv_bias_relu", lambda x, w, b: nn.relu(R.add(nn.conv2d(x, w), b)), IMAGE, f32(2, 4, 3, 3), f32(1, 2, 1, 1))]
    return rows


def pooling():
    sizes = {"1d": f32(1, 2, 9), "2d": f32(1, 2, 7, 7), "3d": f32(1, 2, 5, 5, 5)}
    rows = [op(f"{kind}_pool{rank}", lambda x, name=f"{kind}_pool{rank}", n=int(rank[0]): getattr(nn, name)(x, pool_size=(3,) * n, strides=(2,) * n, padding=(1,) * (2 * n)), value)
            for kind in ("max", "avg") for rank, value in sizes.items()]
    rows += [op(f"adaptive_avg_pool{rank}",
                lambda x, name=f"adaptive_avg_pool{rank}", n=int(rank[0]): getattr(nn, name)(x, (2,) * n), value) for rank, value in sizes.items()]
    rows += [op("avg_pool2d_ceil_counted", lambda x: nn.avg_pool2d(x, (2, 2), (2, 2), (1, 1), ceil_mode=True, count_include_pad=True), f32(1, 2, 7, 7)),
             op("global_avg_pool2d", lambda x: nn.adaptive_avg_pool2d(x, (1, 1)), IMAGE),
             op("max_pool2d_dilated", lambda x: nn.max_pool2d(x, (2, 2), dilation=(2, 2)), f32(1, 1, 7, 7))]
    return rows


def norms():
    channels = [positive(4, seed=i) for i in range(4)]
    return [op("batch_norm", lambda x, *p: nn.batch_norm(x, *p, axis=1, training=False), IMAGE, *channels),
            op("batch_norm_training", lambda x, *p: nn.batch_norm(x, *p, axis=1), f32(3, 4, 2, 2), *channels),
            op("layer_norm", lambda x, g, b: nn.layer_norm(x, g, b, axes=[-1]), f32(2, 3, 8), f32(8), f32(8, seed=1)),
            op("layer_norm_dynamic", lambda x, g, b: nn.layer_norm(x, g, b, axes=[-1]), dyn(f32(2, 8), "n", None), f32(8), f32(8, seed=1), more=[(f32(9, 8),
               f32(8), f32(8))]),
            op("group_norm", lambda x, g, b: nn.group_norm(x, g, b, 2, 1, [2, 3]), IMAGE, f32(4), f32(4, seed=1)),
            op("instance_norm", lambda x, g, b: nn.instance_norm(x, g, b, 1, [2, 3]), IMAGE, f32(4), f32(4, seed=1)),
            op("rms_norm", lambda x, w: nn.rms_norm(x, w, [-1]), f32(2, 5, 8), f32(8))]


def activations():
    x = f32(3, 4)
    rows = [op(name, getattr(nn, name), x)
               for name in ("relu", "relu6", "gelu", "gelu_tanh", "silu", "selu", "leakyrelu", "softplus", "softmax", "log_softmax")]
    rows += [op("prelu", nn.prelu, IMAGE, f32(4)),
             op("softmax_axis0", lambda x: nn.softmax(x, 0), x),
             op("softmax_dynamic", nn.softmax, dyn(x, "n", "m"), more=[(f32(1, 1),), (f32(2, 33),)]),
             op("dropout", lambda x: nn.dropout(x, 0.3), x),
             op("batch_flatten", nn.batch_flatten, IMAGE)]
    rows += [op(f"pad_{mode}", lambda x, mode=mode: nn.pad(x, [1, 2, 0, 1], mode), x) for mode in ("constant", "reflect", "replicate", "circular")]
    return rows


def attention():
    q, k, v = f32(1, 5, 2, 8), f32(1, 7, 2, 8, seed=1), f32(1, 7, 2, 8, seed=2)
    square = (f32(1, 5, 2, 8), f32(1, 5, 2, 8, seed=1), f32(1, 5, 2, 8, seed=2))
    return [op("attention", nn.attention, q, k, v),
            op("attention_causal", lambda q, k, v: nn.attention(q, k, v, causal_mask="TopLeft"), *square),
            op("attention_bias", lambda q, k, v, b: nn.attention(q, k, v, bias=b), q, k, v, f32(1, 2, 5, 7)),
            op("attention_dynamic", nn.attention, dyn(square[0], "b", "s", None, None), dyn(square[1], "b", "s", None, None), dyn(square[2], "b", "s", None, None), more=[(f32(2, 9, 2, 8),) * 3]),
            op("attention_by_hand", lambda q, k, v: R.matmul(nn.softmax(R.matmul(q, R.permute_dims(k))), v), f32(4, 8), f32(6, 8), f32(6, 3))]


def losses():
    logits, targets, pool = f32(4, 5), np.array([0, 4, 2, 1], "int64"), dict(pool_size=(2, 2), strides=(2, 2))
    rows = [op(f"nll_loss_{kind}", lambda p, t, w, kind=kind: nn.nll_loss(p, t, w, kind), logits, targets, positive(5)) for kind in ("mean", "sum", "none")]
    rows += [op("nll_loss_ignoring", lambda p, t: nn.nll_loss(p, t, ignore_index=2), logits, targets),
             op("cross_entropy_with_logits", nn.cross_entropy_with_logits, f32(3), f32(3, seed=1)),
             op("nll_loss_backward", lambda g, p, t: R.grad.nll_loss_backward(g, p, t), np.array(1, "float32"), logits, targets),
             op("max_pool2d_backward", lambda g, x: R.grad.max_pool2d_backward(g, x, **pool), f32(1, 4, 3, 3), IMAGE),
             op("avg_pool2d_backward", lambda g, x: R.grad.avg_pool2d_backward(g, x, **pool), f32(1, 4, 3, 3), IMAGE),
             op("take_backward", lambda g, x, i: R.grad.take_backward(g, x, i, 0), f32(3, 4), f32(6, 4), np.array([5, 0, 5], "int32"))]
    return rows


def images():
    boxes = np.array([[[0, 0.9, 0, 0, 4, 4], [0, 0.8, 0.2, 0.2, 4, 4], [1, 0.7, 5, 5, 8, 8], [0, 0.1, 1, 1, 2, 2]]], "float32")
    rois = np.array([[0, 0, 0, 3, 3], [0, 1, 1, 5, 5]], "float32")
    rows = [op(f"resize2d_{method}", lambda x, method=method: R.image.resize2d(x, (9, 4), method=method), IMAGE)
               for method in ("nearest_neighbor", "linear", "cubic")]
    rows += [op("resize2d_align_corners", lambda x: R.image.resize2d(x, (11, 11), coordinate_transformation_mode="align_corners"), IMAGE),
             op("resize3d", lambda x: R.image.resize3d(x, (4, 5, 6)), f32(1, 2, 3, 3, 3)),
             op("grid_sample", R.image.grid_sample, IMAGE, np.tanh(f32(1, 2, 3, 3))),
             op("affine_grid", lambda x: R.image.affine_grid(x, (3, 4)), f32(2, 2, 3)),
             op("roi_align", lambda x, r: R.vision.roi_align(x, r, (2, 2), 1.0, 2), IMAGE, rois),
             op("roi_pool", lambda x, r: R.vision.roi_pool(x, r, (2, 2), 1.0), IMAGE, rois),
             op("get_valid_counts", lambda x: R.vision.get_valid_counts(x, 0.5), boxes),
             op("all_class_non_max_suppression",
                lambda b, s: R.vision.all_class_non_max_suppression(b, s, *(relax.const(v, t) for v, t in ((2, "int64"), (0.5, "float32"), (0.05, "float32")))),
                boxes[:, :, 2:], np.array([[[0.9, 0.8, 0.7, 0.1]]], "float32"))]
    return rows


def quantised():
    scale, zero = np.array(0.1, "float32"), np.array(3, "int8")
    rows = [op("quantize", lambda x, s, z: R.quantize(x, s, z), f32(3, 4), scale, zero),
            op("dequantize", lambda x, s, z: R.dequantize(x, s, z), ints(3, 4, dtype="int8"), scale, zero),
            op("quantize_channels", lambda x, s, z: R.quantize(x, s, z, axis=0, out_dtype="uint8"), f32(3, 4), positive(3), np.array([1, 2, 3], "int8")),
            op("quantized_matmul", lambda a, b, s: R.multiply(R.astype(R.matmul(a, b, "int32"), "float32"), s), ints(3, 4, dtype="int8"), ints(4, 5, dtype="int8"), scale)]
    rows += [op(f"quantize_{dtype}", lambda x, s, z, dtype=dtype: R.dequantize(R.quantize(x, s, z, out_dtype=dtype), s, z),
                f32(6), scale, as_type(np.array(0), "int8")) for dtype in ("int8", "uint8", "int16")]
    return rows


PROGRAMS: list[Program] = convolutions() + pooling() + norms() + activations() + attention() + losses() + images() + quantised()
