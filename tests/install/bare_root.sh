#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bare_root.sh ROOT: makes a root with what every Debian system has, of this system's release and mirror, unless it is
# there already. Where that is not possible, leaves ROOT.reason, which package_test.sh prints.
set -euo pipefail
root=$1
rm -f "$root.reason"
[ ! -e "$root/etc/debian_version" ] || exit 0
give_up() { echo "$*" | tee "$root.reason"; rm -rf "$root" "$root.part"; exit 0; }

[ "$(id -u)" -eq 0 ] || give_up "only root can make one"
command -v debootstrap >/dev/null || give_up "debootstrap is not installed"
unshare --mount --pid --fork true 2>/dev/null || give_up "a mount namespace is refused"
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Identifier: Packages' | awk -v want="$codename" '$1 == want {print $2; exit}')
[ -n "$mirror" ] || give_up "apt has no mirror of $codename"
rm -rf "$root.part"
debootstrap --variant=minbase "$codename" "$root.part" "$mirror" >"$root.log" 2>&1 || { tail -n 3 "$root.log"; give_up "debootstrap failed"; }
for file in /etc/resolv.conf /etc/hosts; do
  if [ -e "$file" ]; then cp -L "$file" "$root.part$file"; fi
done
mv "$root.part" "$root"
