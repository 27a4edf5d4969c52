#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the browser that the tests of the pages drive, unless it is there. The tests call this by themselves.
# Its argument is the directory where the browser has to be; default /usr/bin, where the packages put it.
set -e
directory=${1:-/usr/bin}

there() {
  [ -x "$directory/chromium" ] && [ -x "$directory/chromedriver" ]
}

refuse() {
  echo "The tests of the pages need a browser, and $1: install the Debian packages chromium and chromium-driver" \
    "(apt-get install chromium chromium-driver), and run the same command again." >&2
  exit 1
}

if there; then
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  refuse "this machine has no apt-get"
fi
if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
  as_root="sudo -n"
else
  refuse "this user is neither root nor may use sudo without a password"
fi
echo "Installing the Debian packages chromium and chromium-driver for the tests of the pages."
$as_root apt-get update -q || refuse "apt-get update has failed"
$as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get -o DPkg::Lock::Timeout=120 install -y -q --no-install-recommends chromium chromium-driver ||
  refuse "apt-get has failed"
there || refuse "the packages have put none into $directory"
