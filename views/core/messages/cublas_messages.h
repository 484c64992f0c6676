// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of vmcore that reach the window about cuBLAS: the library and the products that it is asked for. As
// engine_messages.h.
#pragma once

#include <QtGlobal>

namespace relaxscope {

inline constexpr const char* kCublasMessages[] = {
    QT_TRANSLATE_NOOP(
        "engine",
        "cuBLAS was not found (searched: %1); install the CUDA Toolkit, or NVIDIA's package nvidia-cublas for Python"),
    QT_TRANSLATE_NOOP("engine", "cuBLAS status %1"),
    QT_TRANSLATE_NOOP("engine", "the emulated GPU is not installed (lib/relaxscope/emulated/libcublas.so.13)"),
    QT_TRANSLATE_NOOP("engine", "%1 bytes for cuBLAS"),
    QT_TRANSLATE_NOOP("engine", "C is stored by columns, which is supported for A and B alone"),
    QT_TRANSLATE_NOOP(
        "engine",
        "%1 has strides [%2], which cuBLAS does not take: matrices must be stored by rows or by columns without gaps inside of them"),
    QT_TRANSLATE_NOOP("engine", "%1 is int8 with a leading dimension of %2, but cuBLAS needs a multiple of 4"),
    QT_TRANSLATE_NOOP("engine", "%1 is %2, but it must have %3 dimensions"),
    QT_TRANSLATE_NOOP("engine", "%1 is %2, which is too large for cuBLAS"),
    QT_TRANSLATE_NOOP("engine", "%1 * %2 -> %3: these types are not supported"),
    QT_TRANSLATE_NOOP("engine", "%1: the shapes do not match"),
    QT_TRANSLATE_NOOP("engine", "%1 needs tensors on a GPU, but argument %2 is not on one"),
    QT_TRANSLATE_NOOP("engine", "%1 needs tensors on one GPU, but argument %2 is on cuda:%3 and argument 0 on cuda:%4"),
    QT_TRANSLATE_NOOP("engine", "the bias is %1, but %2 needs one element of its type for each column"),
    QT_TRANSLATE_NOOP("engine", "%1 is %2, but it must have at least 2 dimensions"),
    QT_TRANSLATE_NOOP("engine", "%1 is %2, whose dimensions do not lie one after another in memory"),
    QT_TRANSLATE_NOOP("engine", "float8 products of cuBLAS"),
    QT_TRANSLATE_NOOP("engine", "its constant %1 is not supported: TVM's runtime of cuBLAS reads none"),
    QT_TRANSLATE_NOOP("engine", "the graph's head is not its operation"),
    QT_TRANSLATE_NOOP("engine", "an input of %1 is not an argument"),
    QT_TRANSLATE_NOOP("engine", "arg_nodes names a node that is not there"),
    QT_TRANSLATE_NOOP("engine", "the graph has no operation"),
    QT_TRANSLATE_NOOP("engine", "the graph has several operations, and one is supported"),
    QT_TRANSLATE_NOOP("engine", "the graph is not JSON"),
    QT_TRANSLATE_NOOP("engine", "the graph lacks nodes, arg_nodes or its one head"),
    QT_TRANSLATE_NOOP("engine", "%1 has no number dq_scale"),
    QT_TRANSLATE_NOOP("engine", "%1 needs %2 inputs"),
    QT_TRANSLATE_NOOP("engine", "a %1 module of the library: %2"),
    QT_TRANSLATE_NOOP("engine", "%1 expects tensors as arguments"),
    QT_TRANSLATE_NOOP("engine", "%1 needs constants of the library, which this engine does not load"),
    QT_TRANSLATE_NOOP("engine", "%1 needs tensors on one GPU, but its arguments are on several"),
    QT_TRANSLATE_NOOP("engine", "%1, a function for cuBLAS: %2"),
    QT_TRANSLATE_NOOP("engine", "cuBLAS cannot be opened: %1"),
    QT_TRANSLATE_NOOP("engine", "%1: one matrix A for several of B is not supported"),
};

}  // namespace relaxscope
