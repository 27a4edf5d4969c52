#!/usr/bin/env bash
# Installs the servers that the benchmarks compare with and that Maven does not bring. PostgreSQL comes with Maven.
set -euo pipefail

if command -v redis-server > /dev/null; then
    redis-server --version
    exit 0
fi
as_root=(env DEBIAN_FRONTEND=noninteractive)
[ "$(id -u)" -eq 0 ] || as_root=(sudo "${as_root[@]}")
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends redis-server
redis-server --version
