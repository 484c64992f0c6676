// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/files/load_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/beside.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/object/object_image.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;

/// What a file may name as lying beside it: a library names libraries, a form an .npz. Any other file is not sent, as
/// a hostile model could name private ones of the user.
enum class Kind : uint8_t { Any, Library, Npz };

bool isOf(Kind kind, const Bytes& bytes) {
  switch (kind) {
    case Kind::Any: return true;
    case Kind::Library: return looksLikeObject(bytes);
    case Kind::Npz: return bytes.head(2) == "PK";
  }
  return false;
}

class Collector {
 public:
  /// Adds a file that is of the kind, and what lies beside it.
  Result<void> add(const std::string& path, Kind kind = Kind::Any, const std::optional<Bytes>& known = std::nullopt) {
    std::error_code failed;
    const fs::path absolute = fs::absolute(path, failed);
    if (failed) return {};
    RS_TRY(const bool added, addOne(path, absolute.lexically_normal().string(), kind, known));
    if (!added) return {};
    const Bytes bytes = files_.back().bytes;  // a share of them: files_ grows
    const Kind beside = looksLikeObject(bytes) ? Kind::Library : Kind::Npz;
    for (const std::string& name : namesBeside(bytes)) {
      const fs::path place = (absolute.parent_path() / name).lexically_normal();
      RS_CHECK(add(place.string(), beside));
    }
    return {};
  }
  std::vector<LoadFile> take() { return std::move(files_); }

 private:
  /// False for a file that is known, of another kind, or cannot be opened.
  Result<bool> addOne(const std::string& path, const std::string& place, Kind kind, const std::optional<Bytes>& known) {
    if (std::any_of(files_.begin(), files_.end(), [&](const LoadFile& file) { return file.path == path; }))
      return false;
    const auto identity = identityOf(path);
    if (!identity && !known) return false;
    Result<Bytes> bytes = known ? Result<Bytes>(*known) : readFileBytes(path);
    if (!bytes.ok() || !isOf(kind, *bytes)) return false;
    std::string digest = sha256Hex(*bytes);
    if (digest.empty()) return Error(fmt::format("{}: the file changed while it was read", printable(path)));
    files_.push_back({path, place, std::move(digest), *std::move(bytes), identity.value_or(FileIdentity{})});
    return true;
  }

  std::vector<LoadFile> files_;
};

}  // namespace

Result<LoadFiles> filesOfLoad(const LoadRequest& load, const std::optional<Bytes>& executable) {
  Collector files;
  RS_CHECK(files.add(load.path, Kind::Any, executable));
  if (!load.constants.empty()) RS_CHECK(files.add(load.constants));
  for (const std::string& library : load.libraries) RS_CHECK(files.add(library));
  return std::make_shared<const std::vector<LoadFile>>(files.take());
}

}  // namespace relaxscope
