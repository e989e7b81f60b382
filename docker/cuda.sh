#!/usr/bin/env bash
# Runs tests, igbo bench and igbo reproduce on an NVIDIA GPU, on XLA with CUDA, and writes RESULTS.md. Without --full
# it takes 12 minutes at most, and measures the rows step, mlp and gru beside PyTorch and JAX. It has run in part on
# a GPU so far (see notebooks/pages/platforms.md), and with stand-ins in tests.
#
#   docker/cuda.sh                      on Linux with an NVIDIA driver, Go, a C compiler and Python 3.11 or newer
#   docker/cuda.sh --python PYTHON      with a Python that has jax[cuda]; PyTorch and Captum are measured if it has them
#   docker/cuda.sh --prebuilt DIR       without Go: programs that `docker/cuda.sh --build DIR` made elsewhere
#
# Options: --full (all rows and peers, five seeds, no limit), --minutes N (limit for all steps; the default is 12;
# installation and build are not counted), --out DIR (out/cuda), --plugin FILE (XLA's CUDA plugin, if the Python has
# none), --steps LIST (doctor,bench,reproduce,suite), --seeds N (of reproduce), --packages LIST (of the suite),
# --rows LIST, --peers LIST, --rounds N (of bench), --dry-run (print the commands). After a step that fails or
# reaches its limit the others run; the last lines name it.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd) && cd "$root" || exit 2

out=out/cuda python='' plugin='' prebuilt='' build='' steps=doctor,bench,reproduce,suite dry='' full='' minutes=''
seeds='' rows='' peers='' rounds=''
packages=igbo/projection,igbo/scan,igbo/attribution/derivative,igbo/attribution,igbo/objective,igbo/dag,igbo/train,igbo/models,igbo
stop() { printf 'cuda.sh: %s\n' "$*" >&2; exit 2; }
while [ $# -gt 0 ]; do
	case $1 in
	--dry-run) dry=yes; shift; continue ;;
	--full) full=yes; shift; continue ;;
	--out | --python | --plugin | --prebuilt | --build | --steps | --minutes | --seeds | --packages | --rows | --peers | --rounds) ;;
	-h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; exit 0 ;;
	*) stop "unknown argument $1; --help lists them" ;;
	esac
	[ $# -gt 1 ] && [ -n "$2" ] || stop "$1 needs a value"
	printf -v "${1#--}" %s "$2"
	shift 2
done
for step in ${steps//,/ }; do
	case $step in doctor | suite | bench | reproduce) ;; *) stop "unknown step $step, want some of doctor,bench,reproduce,suite" ;; esac
done
case $minutes in *[!0-9]* | 0* | ?????*) stop "--minutes $minutes must be a whole number from 1 to 9999" ;; esac
if [ -n "$full" ]; then
	seeds=${seeds:-5}
else
	minutes=${minutes:-12} seeds=${seeds:-1} rows=${rows:-step,mlp,gru} peers=${peers:-torch,jax} rounds=${rounds:-2}
fi
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
[ "$(uname -s)" = Linux ] || stop "this is $(uname -s), want Linux"
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
# step NAME COMMAND … runs the command and saves its output in $out/NAME.txt, after an interrupt too.
step() {
	local name=$1 from=$SECONDS
	shift
	printf '\n== %s\n' "$name"
	if [ -n "$dry" ]; then
		[ "$1" != within ] || shift 2
		printf '%q ' "$@"
		echo
		return
	fi
	if "$@" 2>&1 | tee -i "$out/$name.txt"; then echo "== $name: $((SECONDS - from)) s"; else failed+=("$name"); echo "== $name FAILED after $((SECONDS - from)) s"; fi
}

# within SHARE COMMAND … interrupts the command after SHARE percent of the minutes, or when all minutes are over. The
# programs write what they have measured on an interrupt. A command that ignores it is killed 20 s later.
within() {
	local share=$1
	shift
	[ -n "$minutes" ] || { "$@"; return; }
	local most=$((minutes * 60 * share / 100)) rest=$((start + minutes * 60 - SECONDS))
	[ "$rest" -ge "$most" ] || most=$rest
	[ "$most" -gt 0 ] || { echo "not run: the $minutes minutes are over (see --minutes and --full)"; return 1; }
	timeout --foreground --signal=INT --kill-after=20 "$most" "$@"
	local code=$?
	[ $code != 124 ] && [ $code != 137 ] || echo "stopped after its limit of $most s (see --minutes and --full)"
	return $code
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
			within 100 go test -tags xla -count=1 -timeout 20m "./$package" || bad=1
			continue
		fi
		file=$(binary "$package")
		if [ ! -e "$prebuilt/$file" ] && [ -e "$prebuilt/$file.gz" ]; then
			gunzip -c "$prebuilt/$file.gz" >"$out/$file" && chmod +x "$out/$file"
		fi
		for file in "$prebuilt/$file" "$out/$file" ""; do [ -x "$file" ] && break; done
		if [ -z "$file" ]; then echo "not carried"; continue; fi
		(cd "$package" && within 100 "$file" -test.timeout 20m) || bad=1
	done
	return $bad
}

start=$SECONDS
for one in ${steps//,/ }; do
	case $one in
	doctor) step doctor within 15 "$igbo" doctor --backend "$backend" ;;
	bench)
		step bench within 50 "$igbo" bench --backend "$backend" --python "$python" --out "$out/bench" ${rows:+--rows "$rows"} ${peers:+--peers "$peers"} ${rounds:+--rounds "$rounds"}
		step report "$igbo" bench report "$out/bench"
		;;
	reproduce) step reproduce within 15 "$igbo" reproduce --backend "$backend" --seeds "$seeds" --out "$out/reproduce" ;;
	suite) export GOMLX_BACKEND=$backend; step suite suite; unset GOMLX_BACKEND ;;
	esac
done

echo
if [ ${#failed[@]} -gt 0 ]; then
	echo "failed: ${failed[*]}; what each printed is in $out"
	exit 1
fi
echo "all is done${dry:+ (nothing: --dry-run)}: what each step printed is in $out, the measured page is igbo/research/bench/RESULTS.md"
