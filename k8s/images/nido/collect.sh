#!/bin/sh
# collect.sh FOLDER FILE...: copies programs of Debian packages into FOLDER, with the libraries that they are linked
# with, the copyright files of their packages, and a list of these packages (where scanners of images look for it). What
# these packages depend on besides is mostly for screens and sound, and larger than all that.
set -eu
folder=$1
shift

libraries() {
  # `name => /file (address)`, or `/file (address)` for the loader.
  ldd "$1" | sed -n 's/^.*=> *\(\/[^ ]*\) .*$/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*$/\1/p'
}

mkdir -p "$folder/usr" "$folder/var/lib/dpkg/status.d"
for name in bin lib lib64 sbin; do
  # A merged /usr stays merged, so that the folder can be laid over another one.
  if [ -L "/$name" ]; then mkdir -p "$folder/usr/$name" && ln -s "usr/$name" "$folder/$name"; fi
done
for file in $(for program in "$@"; do echo "$program"; libraries "$program"; done | sort -u); do
  place=$(readlink -f "$(dirname "$file")")/$(basename "$file")
  cp --parents --dereference "$place" "$folder"
  # Packages name their files as they are without the links of a merged /usr, or with them.
  real=$(readlink -f "$file")
  package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "$real" 2>/dev/null || dpkg-query -S "${real#/usr}")
  package=${package%%: *}
  name=${package%%:*}
  dpkg-query -s "$package" >"$folder/var/lib/dpkg/status.d/$name"
  cp --parents --dereference "/usr/share/doc/$name/copyright" "$folder"
done
