// SPDX-License-Identifier: Apache-2.0
// A library with one function that works and one that calls a function which nothing defines.
extern "C" int missing_function();
extern "C" int seven() { return 7; }
extern "C" int calls_missing() { return missing_function(); }
