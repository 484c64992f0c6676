// SPDX-License-Identifier: Apache-2.0
// What others name may be no file: nothing waits for a named pipe or reads a device.
#include "vmcore/base/regular_file.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "tests/support/scratch_folder.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

std::string whyNot(const std::string& path) {
  const auto file = openRegularFile(path);
  if (file.ok()) close(file->descriptor);
  return file.ok() ? "" : file.error().text();
}

TEST(RegularFile, IsOpenedWithItsSize) {
  const test::ScratchFolder folder;
  const std::string path = folder.write("a", std::vector<uint8_t>(5));
  const auto file = openRegularFile(path);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->status.st_size, 5);
  close(file->descriptor);
  std::filesystem::create_symlink(path, folder.file("link"));
  EXPECT_EQ(whyNot(folder.file("link")), "");
}

TEST(RegularFile, AnythingElseIsRefusedAtOnce) {
  const test::ScratchFolder folder;
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink(folder.file("pipe"), folder.file("link"));
  const int socketFd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, folder.file("socket").c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(bind(socketFd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(whyNot(folder.file("pipe")), "is a named pipe, not a file");
  EXPECT_EQ(whyNot(folder.file("link")), "is a named pipe, not a file");
  EXPECT_EQ(whyNot(folder.file("socket")), "is a socket, not a file");
  EXPECT_EQ(whyNot("/dev/zero"), "is a device, not a file");
  EXPECT_EQ(whyNot("/"), "is a directory");
  EXPECT_EQ(whyNot(folder.file("nothing")), "cannot be opened: No such file or directory");
  close(socketFd);
}

TEST(RegularFile, ReadersOfFilesAskForOne) {
  const test::ScratchFolder folder;
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(readFileBytes(folder.file("pipe")).error().text(), "is a named pipe, not a file");
  EXPECT_EQ(readFileBytes("/dev/zero").error().text(), "is a device, not a file");
  EXPECT_FALSE(looksLikeTraceFile(folder.file("pipe")));
  EXPECT_FALSE(looksLikeTraceFile("/dev/zero"));
}

}  // namespace
}  // namespace relaxscope
