# SPDX-License-Identifier: Apache-2.0
"""The layering checker: each rule finds its violation and accepts the closest valid case."""
import unittest

import layering

APACHE = "// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"


def found(path, text, *more):
    texts = {path: text, "CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n" + path.rsplit("/", 1)[-1]}
    texts.update(more)
    return list(layering.findings(texts))


class Labels(unittest.TestCase):
    def test_text_of_files_is_never_markup(self):
        for line in ("auto* label = new QLabel(text, this);", "QLabel label(text);", "class Elided : public QLabel {"):
            self.assertEqual(len(found("views/listing/listing_view.cpp", GPL + line + "\n")), 1, line)
            self.assertEqual(found("tests/gui/names_test.cpp", APACHE + line + "\n"), [])
        self.assertEqual(found("views/widgets/label.cpp", GPL + "class Label : public QLabel {\n"), [])
        self.assertEqual(found("views/listing/listing_view.cpp", GPL + "auto* label = new Label(this); QLabel* other = label;\n"), [])


class Includes(unittest.TestCase):
    def refused(self, path, header, licence=APACHE):
        hits = found(path, f"{licence}#include {header}\n")
        self.assertEqual(len(hits), 1, hits)
        self.assertIn(header.strip('<>"'), hits[0])

    def allowed(self, path, header, licence=APACHE):
        self.assertEqual(found(path, f"{licence}#include {header}\n"), [])

    def test_base_knows_only_the_standard_library(self):
        self.refused("vmcore/base/text/text.cpp", '"vmcore/model/executable.h"')
        self.refused("vmcore/base/text/text.cpp", "<nlohmann/json.hpp>")
        self.allowed("vmcore/base/text/text.cpp", "<fmt/format.h>")

    def test_inspect_rooms_follow_their_arrows(self):
        self.refused("vmcore/format/object/elf.cpp", '"vmcore/analysis/flow/cfg.h"')
        self.refused("vmcore/analysis/flow/cfg.cpp", '"vmcore/vm/interpreter.h"')
        self.allowed("vmcore/export/dot.cpp", '"vmcore/analysis/flow/cfg.h"')

    def test_inspect_neither_runs_nor_listens_nor_starts_threads(self):
        for header in ("<dlfcn.h>", "<sys/socket.h>", "<thread>", "<tvm/ffi/function.h>", "<QString>"):
            self.refused("vmcore/format/loader.cpp", header)
        hits = found("vmcore/format/loader.cpp", APACHE + "auto f = std::async(work);\n")
        self.assertEqual(len(hits), 1, hits)

    def test_json_stays_out_of_headers(self):
        self.refused("vmcore/export/json.h", "<nlohmann/json.hpp>")
        self.allowed("vmcore/export/json.cpp", "<nlohmann/json.hpp>")

    def test_internal_headers_stay_in_their_room(self):
        header = ("vmcore/wire/field_archive.h", APACHE + "// Internal to the codec.\n#include <nlohmann/json.hpp>\n")
        use = APACHE + '#include "vmcore/wire/field_archive.h"\n'
        self.assertEqual(found("vmcore/wire/messages.cpp", use, header), [])
        self.assertEqual(len(found("vmcore/vm/engine.cpp", use, header)), 1)

    def test_execute_knows_no_qt(self):
        self.refused("vmcore/vm/interpreter.cpp", "<QObject>")
        self.allowed("vmcore/vm/interpreter.cpp", "<tvm/ffi/function.h>")

    def test_views_know_neither_engine_nor_formats_nor_app(self):
        for header in ('"vmcore/vm/value.h"', '"vmcore/format/loader.h"', '"app/window/shell/actions.h"', "<QProcess>"):
            self.refused("views/listing/listing_view.cpp", header, GPL)
        self.allowed("views/listing/listing_view.cpp", '"vmcore/analysis/flow/cfg.h"', GPL)
        self.allowed("views/profile/timeline/timeline_view.cpp", "<qcustomplot.h>", GPL)

    def test_only_the_worker_and_its_adapters_know_the_protocol(self):
        wire = '"vmcore/wire/messages.h"'
        for path in ("vmcore/run/value_json.h", "vmcore/device/devices.h", "vmcore/vm/engine.h", "vmcore/embed/errors.cpp", "vmcore/python/native/inspect.cpp",
                     "app/cli/run/counters.h", "app/worker/main.cpp"):
            self.refused(path, wire)
        self.refused("app/window/run/run_spec.h", wire, GPL)
        self.refused("views/core/document.h", wire, GPL)
        for path in ("vmcore/wire/session.cpp", "vmcore/worker/channel.h", "app/cli/run/worker_process.h"):
            self.allowed(path, wire)
        self.allowed("app/window/run/worker_link.h", wire, GPL)

    def test_programs_keep_to_their_sides(self):
        self.refused("app/window/shell/main_window.cpp", '"vmcore/vm/interpreter.h"', GPL)
        self.refused("app/cli/main.cpp", "<QString>")
        self.refused("app/cli/main.cpp", '"vmcore/worker/loop.h"')
        self.allowed("app/worker/main.cpp", '"vmcore/worker/loop.h"')

    def test_layers_of_a_room(self):
        room = ("vmcore/format/CMakeLists.txt", "# SPDX-License-Identifier: Apache-2.0\n# layers: findings | vm | . \n"
                "findings.cpp vm/reader.cpp loader.cpp")
        below, above = ("vmcore/format/findings.h", APACHE), ("vmcore/format/loader.h", APACHE)
        reader = ("vmcore/format/vm/reader.h", APACHE)

        def hits(path, header):
            return found(path, f'{APACHE}#include "{header}"\n', room, below, above, reader)

        self.assertEqual(hits("vmcore/format/vm/reader.cpp", "vmcore/format/findings.h"), [])
        self.assertEqual(hits("vmcore/format/loader.cpp", "vmcore/format/vm/reader.h"), [])
        self.assertEqual(len(hits("vmcore/format/vm/reader.cpp", "vmcore/format/loader.h")), 1)
        self.assertEqual(len(hits("vmcore/format/findings.cpp", "vmcore/format/vm/reader.h")), 1)
        gone = found("vmcore/format/findings.cpp", APACHE, room)
        self.assertEqual(gone, ["vmcore/format/CMakeLists.txt: names the layer vm, which is not there"])

    def test_includes_are_written_from_the_root(self):
        self.refused("vmcore/base/text/text.cpp", '"text.h"')


class Files(unittest.TestCase):
    def test_licence_line(self):
        self.assertEqual(found("vmcore/base/a.cpp", "int a;\n"), ["vmcore/base/a.cpp:1: no SPDX line"])
        self.assertEqual(len(found("views/a.cpp", APACHE)), 1)
        self.assertEqual(len(found("vmcore/base/a.cpp", GPL)), 1)
        self.assertEqual(found("app/cli/main.cpp", APACHE), [])
        self.assertEqual(found("app/window/main.cpp", GPL), [])

    def test_lists(self):
        hits = found("vmcore/base/a.cpp", APACHE, ("vmcore/model/CMakeLists.txt", "# SPDX-License-Identifier: Apache-2.0\nlost.cpp"),
                     ("vmcore/base/lost.cpp", APACHE))
        self.assertEqual(hits, ["vmcore/base/lost.cpp: in no CMake list"])

    def test_version(self):
        project = "# SPDX-License-Identifier: Apache-2.0\nproject(RelaxScope VERSION 0.2.0)\n"
        for heading, count in (("## 0.2.0", 0), ("## 0.1.0", 1)):
            texts = {"CMakeLists.txt": project, "CHANGELOG.md": f"# Changelog\n\n{heading}\n"}
            self.assertEqual(len(list(layering.findings(texts))), count)

    def test_recipes(self):
        source = {"CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\nall.cpp\n", "vmcore/vm/builtins/all.cpp": APACHE}
        for named, count in (("vmcore/vm/builtins/<family>.cpp", 0), ("vmcore/vm", 0), ("vmcore/{vm,none}", 1), ("views/none.cpp", 1)):
            self.assertEqual(len(list(layering.findings({**source, "CONTRIBUTING.md": f"| a builtin | `{named}` |\n"}))), count, named)

    def test_places_and_hosts(self):
        self.assertEqual(len(found("a.md", "see " + "/ho" + "me/ann/x\n")), 1)
        self.assertEqual(len(found("a.md", "see http" + "://example.com/x\n")), 1)
        self.assertEqual(found("a.md", "see https://www.apache.org/licenses\n"), [])


if __name__ == "__main__":
    unittest.main()
