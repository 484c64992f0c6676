# SPDX-License-Identifier: Apache-2.0
"""Our ExecBuilder and TVM's: the same steps give the same bytes, or both refuse for the same reason."""
import json
import os
import subprocess
import unittest

import builder_programs

PROGRAMS = 400
# Text in TVM's error, and the required text in ours.
REASONS = [
    ("is used as input while it is never defined as a destination", "is read but never written"),
    ("Constant index", "constant index"),
    ("Func index", "function index"),
    ("Cannot find function", "no function"),
    ("already declared in a different kind", "is already declared in a different kind"),
    ("already defined", "is already defined"),
    ("EndFunction has not", "has no instruction"),
    ("register file constraint", "registers, its"),
    ("kValueMaxLimit", "is outside +-(2^55 - 1)"),
    ("kValueMinLimit", "is outside +-(2^55 - 1)"),
    ("instr.pc_offset != 0", "goto of offset 0"),
    ("instr.false_offset > 1", "it must be greater than 1"),
]


def own_builds(programs):
    done = subprocess.run([os.environ["RELAXSCOPE_BUILDER_BRIDGE"]], input=json.dumps(programs).encode(), capture_output=True, check=True, timeout=120)
    return json.loads(done.stdout)


class Builder(unittest.TestCase):
    def compare(self, spoiled):
        """Number of programs that both build, and that both refuse by reason."""
        programs = [builder_programs.Maker(seed, spoiled).program() for seed in range(PROGRAMS)]
        built, refused = 0, {}
        for seed, (steps, own) in enumerate(zip(programs, own_builds(programs), strict=True)):
            with self.subTest(spoiled=spoiled, seed=seed):
                want, refusal = builder_programs.tvm_builds(steps)
                if want is not None:
                    self.assertNotIn("error", own, "TVM builds it")
                    self.assertEqual(want.hex(), own["hex"])
                    built += 1
                    continue
                self.assertIn("error", own, f"TVM refuses it: {refusal}")
                reason = next((pair for pair in REASONS if pair[0] in refusal), None)
                self.assertIsNotNone(reason, f"a refusal without a counterpart: {refusal}")
                self.assertIn(reason[1], own["error"], refusal)
                refused[reason[0]] = refused.get(reason[0], 0) + 1
        return built, refused

    def test_sound_programs_give_the_same_bytes(self):
        built, refused = self.compare(spoiled=False)
        self.assertEqual((built, refused), (PROGRAMS, {}))

    def test_spoiled_programs_are_refused_for_the_same_reason(self):
        built, refused = self.compare(spoiled=True)
        print(f"\n{built} built, {sum(refused.values())} refused: {refused}")
        self.assertGreater(built, PROGRAMS // 8)
        self.assertGreater(sum(refused.values()), PROGRAMS // 8)
        self.assertGreaterEqual(len(refused), 8, "kinds of refusal")
