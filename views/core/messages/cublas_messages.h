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
    QT_TRANSLATE_NOOP("engine", "%1 is int8 with rows of %2 elements, but cuBLAS needs a multiple of 4"),
    QT_TRANSLATE_NOOP("engine", "%1 is %2, but it must have %3 dimensions"),
    QT_TRANSLATE_NOOP("engine", "%1 is %2, which is too large for cuBLAS"),
    QT_TRANSLATE_NOOP("engine", "%1 * %2 -> %3: these types are not supported"),
    QT_TRANSLATE_NOOP("engine", "%1: the shapes do not match"),
    QT_TRANSLATE_NOOP("engine", "%1 needs tensors on a GPU, but argument %2 is not on one"),
    QT_TRANSLATE_NOOP("engine", "%1 needs tensors on one GPU, but argument %2 is on cuda:%3 and argument 0 on cuda:%4"),
};

}  // namespace relaxscope
