#!/usr/bin/env bash
# Everything on an NVIDIA GPU, in one command: tests, igbo bench and igbo
# reproduce on XLA with CUDA, and RESULTS.md with what they measured. On a GPU it has
# run in part so far, see notebooks/pages/platforms.md; all its steps have with stand-ins.
#
#   docker/cuda.sh                      on Linux with an NVIDIA driver, Go, a C compiler and Python 3.11 or newer
#   docker/cuda.sh --python PYTHON      with a Python that has jax[cuda] (PyTorch and Captum, where it has them, are measured, too)
#   docker/cuda.sh --prebuilt DIR       without Go: programs that `docker/cuda.sh --build DIR` made elsewhere
#
# Options: --out DIR (out/cuda), --plugin FILE (XLA's CUDA plugin, where it is not the Python's),
# --steps LIST (doctor,suite,bench,reproduce), --seeds N (of reproduce, 5), --packages LIST
# (of the suite), --rows LIST, --peers LIST (of bench), --dry-run (says what would run). A step that fails is said at
# the end, and the others run.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd) && cd "$root" || exit 2

out=out/cuda python='' plugin='' prebuilt='' build='' steps=doctor,suite,bench,reproduce seeds=5 rows='' peers='' dry=''
packages=igbo/projection,igbo/scan,igbo/attribution/forward,igbo/attribution,igbo/objective,igbo/dag,igbo/train,igbo/models,igbo
stop() { printf 'cuda.sh: %s\n' "$*" >&2; exit 2; }
while [ $# -gt 0 ]; do
	case $1 in
	--dry-run) dry=yes; shift; continue ;;
	--out | --python | --plugin | --prebuilt | --build | --steps | --seeds | --packages | --rows | --peers) ;;
	-h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; exit 0 ;;
	*) stop "unknown argument $1; --help lists them" ;;
	esac
	[ $# -gt 1 ] && [ -n "$2" ] || stop "$1 needs a value"
	printf -v "${1#--}" %s "$2"
	shift 2
done
for step in ${steps//,/ }; do
	case $step in doctor | suite | bench | reproduce) ;; *) stop "unknown step $step, expected some of doctor,suite,bench,reproduce" ;; esac
done
binary() { echo "${1//\//_}.test"; }

# --build: the programs alone, for a machine without Go.
if [ -n "$build" ]; then
	command -v go >/dev/null || stop "go is not on the PATH"
	mkdir -p "$build" || exit 2
	go build -ldflags='-s -w' -o "$build/igbo" ./igbo/cmd/igbo || exit 1
	for package in ${packages//,/ }; do
		go test -tags xla -c -ldflags='-s -w' -o "$build/$(binary "$package")" "./$package" || exit 1
	done
	gzip -9 -f "$build"/*.test
	du -sh "$build"
	exit 0
fi

# What must be there.
[ "$(uname -s)" = Linux ] || stop "this is $(uname -s), expected Linux"
command -v nvidia-smi >/dev/null || stop "nvidia-smi is not on the PATH: is there an NVIDIA driver?"
gpu=$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>&1 | head -n 1) || true
nvidia-smi >/dev/null 2>&1 || stop "nvidia-smi finds no GPU: $gpu"
echo "GPU: $gpu"
if [ -n "$prebuilt" ]; then
	prebuilt=$(cd "$prebuilt" 2>/dev/null && pwd) || stop "no folder $prebuilt"
	[ -x "$prebuilt/igbo" ] || stop "$prebuilt has no igbo: \`docker/cuda.sh --build DIR\` makes it"
else
	command -v go >/dev/null || stop "go is not on the PATH: install it, or carry programs with --build and --prebuilt"
	[ "$(go env CGO_ENABLED)" = 1 ] || stop "cgo is off, and XLA needs it: install a C compiler"
fi
mkdir -p "$out" || exit 2
out=$(cd "$out" && pwd)
failed=()
# step NAME COMMAND …: runs it, keeps what it prints, after an interrupt too, and goes on.
step() {
	local name=$1 from=$SECONDS
	shift
	printf '\n== %s\n' "$name"
	if [ -n "$dry" ]; then printf '%q ' "$@"; echo; return; fi
	if "$@" 2>&1 | tee -i "$out/$name.txt"; then echo "== $name: $((SECONDS - from)) s"; else failed+=("$name"); echo "== $name FAILED after $((SECONDS - from)) s"; fi
}

# Python: the peers, and XLA's plugin with NVIDIA's libraries.
if [ -z "$python" ]; then
	python=$out/python/bin/python
	if [ ! -e "$out/python/complete" ]; then
		base=
		for one in python3.11 python3.12 python3.13 python3; do
			if "$one" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then base=$one; break; fi
		done
		[ -n "$base" ] || stop "no Python 3.11 or newer with venv: install one, or give --python"
		install() {
			"$base" -m venv "$out/python" && "$python" -m pip install --require-hashes --only-binary=:all: -r docker/requirements-bench-cuda.txt &&
				touch "$out/python/complete"
		}
		step install install
		[ ${#failed[@]} = 0 ] || stop "the Python packages could not be installed, see $out/install.txt; the same command goes on"
	fi
elif ! command -v "$python" >/dev/null; then
	stop "no Python at $python"
fi
sites=$("$python" -c 'import sys; print("\n".join(p for p in sys.path if p))' 2>/dev/null) || { [ -n "$dry" ] || stop "$python does not run"; }
if [ -z "$plugin" ]; then
	while read -r site; do
		for file in "$site"/jax_plugins/xla_cuda*/xla_cuda_plugin.so; do [ -e "$file" ] && plugin=$file; done
	done <<<"$sites"
	[ -n "$plugin" ] || { [ -n "$dry" ] && plugin=$out/python/jax_plugins/xla_cuda12/xla_cuda_plugin.so; } ||
		stop "$python has no jax_plugins/xla_cuda*/xla_cuda_plugin.so: install jax[cuda12] or jax[cuda13] in it, or give --plugin"
fi
[ -e "$plugin" ] || [ -n "$dry" ] || stop "no plugin at $plugin"
case $(basename "$plugin") in *cuda*) ;; *) stop "$plugin has no \"cuda\" in its name, by which XLA's plugins are told apart" ;; esac
libraries=
while read -r site; do
	for folder in "$site"/nvidia/*/lib; do [ -d "$folder" ] && libraries=$libraries:$folder; done
	for folder in "$site"/nvidia/cuda_nvcc "$site"/nvidia/cu13; do
		[ -e "$folder/nvvm/libdevice/libdevice.10.bc" ] && export XLA_FLAGS="--xla_gpu_cuda_data_dir=$folder"
	done
done <<<"$sites"
export LD_LIBRARY_PATH=${libraries#:}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export NVIDIA_TF32_OVERRIDE=0 # full precision of products, for everyone
export GOPJRT_CUDA_CHECKS=0   # the libraries are not in the folder where go-xla looks for them
backend=xla:$plugin,tf32=false
echo "plugin: $plugin"

# The command.
if [ -n "$prebuilt" ]; then
	igbo=$prebuilt/igbo
else
	igbo=$out/igbo
	step build go build -o "$igbo" ./igbo/cmd/igbo
	[ ${#failed[@]} = 0 ] || stop "igbo could not be built, see $out/build.txt"
fi

suite() {
	local bad=0 package file
	for package in ${packages//,/ }; do
		echo "-- $package"
		if [ -z "$prebuilt" ]; then
			go test -tags xla -count=1 -timeout 20m "./$package" || bad=1
			continue
		fi
		file=$(binary "$package")
		if [ ! -e "$prebuilt/$file" ] && [ -e "$prebuilt/$file.gz" ]; then
			gunzip -c "$prebuilt/$file.gz" >"$out/$file" && chmod +x "$out/$file"
		fi
		for file in "$prebuilt/$file" "$out/$file" ""; do [ -x "$file" ] && break; done
		if [ -z "$file" ]; then echo "not carried"; continue; fi
		(cd "$package" && "$file" -test.timeout 20m) || bad=1
	done
	return $bad
}

for one in ${steps//,/ }; do
	case $one in
	doctor) step doctor "$igbo" doctor --backend "$backend" ;;
	suite) export GOMLX_BACKEND=$backend; step suite suite; unset GOMLX_BACKEND ;;
	bench)
		step bench "$igbo" bench --backend "$backend" --python "$python" --out "$out/bench" ${rows:+--rows "$rows"} ${peers:+--peers "$peers"}
		step report "$igbo" bench report "$out/bench"
		;;
	reproduce) step reproduce "$igbo" reproduce --backend "$backend" --seeds "$seeds" --out "$out/reproduce" ;;
	esac
done

echo
if [ ${#failed[@]} -gt 0 ]; then
	echo "failed: ${failed[*]}; what each printed is in $out"
	exit 1
fi
echo "all is done${dry:+ (nothing: --dry-run)}: what each step printed is in $out, the measured page is igbo/bench/RESULTS.md"
