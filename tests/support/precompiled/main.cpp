// SPDX-License-Identifier: Apache-2.0
// An empty program that owns the precompiled headers.
int main() { return 0; }
