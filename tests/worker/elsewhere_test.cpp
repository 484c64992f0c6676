// SPDX-License-Identifier: Apache-2.0
// rscope with a worker that sees other files: in a mount namespace, behind sshd, in another root, in a container. The
// results are those of a run here. What the machine does not allow or have is skipped.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "environment.h"
#include "tests/support/scratch_folder.h"

namespace relaxscope {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct Outcome {
  int code = -1;
  std::string text;  ///< both streams
};
Outcome shell(const std::string& command) {
  Outcome outcome;
  std::FILE* pipe = popen(("exec 2>&1; " + command).c_str(), "r");
  char part[4096];
  for (size_t n = 0; (n = fread(part, 1, sizeof part, pipe)) > 0;) outcome.text.append(part, n);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return outcome;
}
std::string readText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
/// Folders with the worker and with the library that it needs.
std::string buildFolder() { return fs::path(WORKER_PATH).parent_path().parent_path().string(); }
std::string folderOfTvmFfi() {
  const std::string path = shell("ldd " WORKER_PATH " | grep -o '/[^ ]*libtvm_ffi[^ ]*'").text;
  return fs::path(path.substr(0, path.find('\n'))).parent_path().string();
}
std::string quotedForShell(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// A folder with a model, from which rscope starts; the worker's store is in another one.
class Elsewhere : public ::testing::Test {
 protected:
  Elsewhere() : cache_("XDG_CACHE_HOME", remote_.file("cache")) {
    unsetenv("RELAXSCOPE_WORKER");
    fs::copy_file(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.so", local_.file("model.so"));
  }
  [[nodiscard]] Outcome run(const std::string& worker, const std::string& result, const std::string& file) const {
    const std::string option = worker.empty() ? "" : " --worker " + quotedForShell(worker);
    return shell("cd " + local_.path().string() + " && exec " RSCOPE_PATH " run " + file +
                 " --seed 7 --timeout 60 --outputs " + result + option);
  }
  /// The command's worker lacks `file`, is sent it once, and returns what a run here returns, twice.
  void expectSameResults(const std::string& worker, const std::string& file) const {
    const Outcome here = run("", "here.npz", local_.file("model.so"));
    ASSERT_EQ(here.code, 0) << here.text;
    for (const char* result : {"first.npz", "second.npz"}) {
      const Outcome there = run(worker, result, file);
      ASSERT_EQ(there.code, 0) << there.text;
      EXPECT_EQ(readText(local_.file(result)), readText(local_.file("here.npz"))) << result;
    }
    ASSERT_GT(readText(local_.file("here.npz")).size(), 100u);
    expectStored();
  }
  /// sha256sum, which is not ours, finds the model's digest in the store.
  void expectStored() const {
    const std::string digest = shell("sha256sum " + local_.file("model.so")).text.substr(0, 64);
    const std::string stored = remote_.file("cache/relaxscope/files/" + digest);
    EXPECT_EQ(shell("sha256sum " + stored).text.substr(0, 64), digest);
  }

  test::ScratchFolder local_, remote_;
  test::Environment cache_;
};

TEST_F(Elsewhere, InAMountNamespace) {
  const std::string user = geteuid() == 0 ? "" : "r";
  const std::string hide = "unshare -" + user + "m sh -c " +
                           quotedForShell("mount -t tmpfs none " + local_.path().string() + " && cd / && exec \"$@\"") +
                           " sh ";
  if (shell(hide + "true").code != 0) GTEST_SKIP() << "mount namespaces are not allowed here";
  EXPECT_NE(shell(hide + "cat " + local_.file("model.so")).code, 0) << "the worker does not see the file";
  expectSameResults(hide + WORKER_PATH, local_.file("model.so"));
}

TEST_F(Elsewhere, InAnotherRoot) {
  const std::string root = remote_.file("root"), inner = "/store";
  std::string mounts;
  for (const char* folder : {"/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/dev"})
    if (fs::exists(folder))
      mounts += "mkdir -p " + root + folder + " && mount --rbind " + folder + " " + root + folder + " && ";
  // The programs and the libraries of the build.
  for (const std::string& folder : {buildFolder(), folderOfTvmFfi()})
    mounts += "mkdir -p " + root + folder + " && mount --rbind " + folder + " " + root + folder + " && ";
  const std::string enter = "unshare -m sh -c " +
                            quotedForShell(mounts + "mkdir -p " + root + "/tmp " + root + inner + " && mount --rbind " +
                                           remote_.file("cache") + " " + root + inner + " && exec chroot " + root +
                                           " env XDG_CACHE_HOME=" + inner + " \"$@\"") +
                            " sh ";
  fs::create_directories(remote_.file("cache"));
  if (const Outcome tried = shell(enter + WORKER_PATH + " --version"); tried.code != 0)
    GTEST_SKIP() << "no other root here: " << tried.text;
  expectSameResults(enter + WORKER_PATH, local_.file("model.so"));
}

/// An sshd of the test's own: keys, configuration and port.
class Sshd {
 public:
  Sshd() {
    program_ = "/usr/sbin/sshd";
    if (access(program_.c_str(), X_OK) != 0 || shell("command -v ssh ssh-keygen").code != 0) {
      problem_ = "sshd or ssh is not installed";
      return;
    }
    for (const char* key : {"host", "user"}) shell("ssh-keygen -q -t ed25519 -N '' -f " + folder_.file(key));
    fs::copy_file(folder_.file("user.pub"), folder_.file("authorized"));
    port_ = freePort();
    std::ofstream(folder_.file("sshd_config"))
        << "ListenAddress 127.0.0.1\nPort " << port_ << "\nHostKey " << folder_.file("host") << "\nAuthorizedKeysFile "
        << folder_.file("authorized") << "\nPidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n";
    if (geteuid() == 0) fs::create_directories("/run/sshd");
    pid_ = fork();
    if (pid_ == 0) {
      (void)!freopen(folder_.file("log").c_str(), "w", stderr);
      execl(program_.c_str(), program_.c_str(), "-D", "-e", "-f", folder_.file("sshd_config").c_str(),
            static_cast<char*>(nullptr));
      _exit(127);
    }
    for (int i = 0; i < 100; ++i) {
      if (shell(command() + " true").code == 0) return;
      std::this_thread::sleep_for(50ms);
    }
    problem_ = "sshd accepts no connection: " + readText(folder_.file("log"));
  }
  ~Sshd() {
    if (pid_ > 0) kill(pid_, SIGTERM), waitpid(pid_, nullptr, 0);
  }
  Sshd(const Sshd&) = delete;
  Sshd& operator=(const Sshd&) = delete;
  /// Why there is none; empty if there is.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::string command() const {
    return "ssh -F none -o BatchMode=yes -o StrictHostKeyChecking=no -o LogLevel=ERROR -o UserKnownHostsFile=" +
           folder_.file("known") + " -i " + folder_.file("user") + " -p " + std::to_string(port_) + " 127.0.0.1";
  }

 private:
  static int freePort() {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(fd, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
    close(fd);
    return ntohs(address.sin_port);
  }

  test::ScratchFolder folder_;
  std::string program_, problem_;
  int port_ = 0;
  pid_t pid_ = -1;
};

TEST_F(Elsewhere, BehindSshd) {
  const Sshd sshd;
  if (!sshd.problem().empty()) GTEST_SKIP() << sshd.problem();
  // The relative path is one of the login folder there; the shell there prints before the worker's greeting.
  const std::string there = sshd.command() + " " +
                            quotedForShell("echo Welcome; cd " + remote_.path().string() +
                                           "; XDG_CACHE_HOME=" + remote_.file("cache") + " exec " + WORKER_PATH);
  expectSameResults(there, "model.so");
  const Outcome refused = run(sshd.command() + " 'echo No such account; exit 5'", "no.npz", "model.so");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.text,
            "rscope: model.so: the worker ended with exit code 5 before its greeting; its output begins \"No such "
            "account\"\n");
}

TEST_F(Elsewhere, InAContainer) {
  std::string engine;
  for (const char* each : {"podman", "docker"})
    if (engine.empty() && shell(std::string("timeout 10 ") + each + " info").code == 0) engine = each;
  if (engine.empty()) GTEST_SKIP() << "no container engine runs here";
  std::string mounts;
  for (const std::string& folder :
       {std::string("/usr"), std::string("/lib"), std::string("/lib64"), buildFolder(), folderOfTvmFfi()})
    if (fs::exists(folder)) mounts += " -v " + fs::canonical(folder).string() + ":" + folder + ":ro";
  shell("tar -c -C " + remote_.path().string() + " . | " + engine + " import - relaxscope-test-empty");
  fs::create_directories(remote_.file("cache"));
  expectSameResults(engine + " run --rm -i --network none" + mounts + " -v " + remote_.file("cache") +
                        ":/store -e XDG_CACHE_HOME=/store relaxscope-test-empty " + WORKER_PATH,
                    local_.file("model.so"));
}

}  // namespace
}  // namespace relaxscope
