# SPDX-License-Identifier: Apache-2.0
"""peer_main.py GROUP: runs one class of peer_test.py; ends with 77 (skipped) where this Python has no TVM."""
import sys
import unittest

try:
    import tvm  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}; ./dev test sets up TVM in .venv")
    sys.exit(77)

result = unittest.main(module="peer_test", argv=[sys.argv[0], *sys.argv[1:]], exit=False, verbosity=2).result
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
