#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the browser that the tests of the pages drive, unless it is there. The tests call this by themselves.
set -e
if [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromedriver ]; then
  exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests of the pages need a browser: install the Debian packages chromium and chromium-driver." >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends chromium chromium-driver
