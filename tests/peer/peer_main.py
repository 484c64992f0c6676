# SPDX-License-Identifier: Apache-2.0
"""peer_main.py [MODULE.]GROUP: runs one class of a module (peer_test); exits with 77 (skipped) if this Python has no TVM."""
import sys
import unittest

try:
    import tvm  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}; ./dev test sets up TVM in .venv")
    sys.exit(77)

module, _, group = sys.argv[1].rpartition(".")
result = unittest.main(module=module or "peer_test", argv=[sys.argv[0], group, *sys.argv[2:]], exit=False, verbosity=2).result
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
