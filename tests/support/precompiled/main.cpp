// SPDX-License-Identifier: Apache-2.0
// Nothing but the headers that are precompiled with it.
int main() { return 0; }
