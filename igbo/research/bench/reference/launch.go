package reference

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/group"
)

// Job is the work for a peer.
type Job struct {
	// Reference is the peer. Mode is "" (wait for each run), "queued" (wait only for the last run) or "scan" (a run is Per
	// steps in one call).
	Reference string `json:"peer"`
	Mode      string `json:"mode"`
	// Row is the name of the work, and Work the folder with its files.
	Row  string `json:"row"`
	Work string `json:"work"`
	Per  int    `json:"per"`
}

// Name returns the name of the peer with the mode.
func (j Job) Name() string {
	if j.Mode == "" {
		return j.Reference
	}
	return j.Reference + ", " + j.Mode
}

// Launch has the settings for starting peers.
type Launch struct {
	// Python runs the scripts, which Unpack wrote into the folder Scripts.
	Python, Scripts string
	// Device is "cpu" or "cuda".
	Device  string
	Threads int
	// AVX2 limits peers to the instructions of AVX2.
	AVX2 bool
	// Patience is how long an answer may take; a peer that takes longer is ended.
	Patience time.Duration
}

// Start runs a peer, which does the work once. It returns ErrNotInstalled, or the error that the peer reports.
func (l Launch) Start(ctx context.Context, job Job) (*Worker, error) {
	if _, err := exec.LookPath(l.Python); err != nil {
		return nil, ErrNotInstalled
	}
	w := &Worker{name: job.Name(), patience: l.Patience, stderr: &ending{}}
	ctx, w.kill = context.WithCancel(ctx)
	args := append(pinned(l.Threads), l.Python, filepath.Join(l.Scripts, "worker.py"))
	w.cmd = exec.CommandContext(ctx, args[0], args[1:]...)
	w.cmd.Env = append(os.Environ(), l.environment()...)
	w.cmd.Stderr, w.cmd.WaitDelay = w.stderr, time.Second
	group.Lead(w.cmd)
	err := w.begin()
	if err != nil {
		w.kill()
		return nil, fmt.Errorf("reference: %s: %w", w.name, err)
	}
	w.loaded, err = w.ask(ctx, request{Do: "load", Job: job, Device: l.Device, Threads: l.Threads})
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// pinned returns a command prefix that restricts a process to this number of cores, if the system supports that.
func pinned(threads int) []string {
	path, err := exec.LookPath("taskset")
	if err != nil || runtime.NumCPU() <= threads {
		return nil
	}
	cores := fmt.Sprintf("0-%d", threads-1)
	if exec.Command(path, "-c", cores, "true").Run() != nil { // this process may not use these cores
		return nil
	}
	return []string{path, "-c", cores}
}

// environment returns the variables that limit a peer to as many threads, and to the same instructions, as our backend.
func (l Launch) environment() []string {
	limit, instructions := strconv.Itoa(l.Threads), ""
	var more []string
	if l.AVX2 {
		instructions = " --xla_cpu_max_isa=AVX2"
		more = []string{
			"ATEN_CPU_CAPABILITY=avx2", "ONEDNN_MAX_CPU_ISA=AVX2", "MKL_ENABLE_INSTRUCTIONS=AVX2", "OPENBLAS_CORETYPE=Haswell",
			"NPY_DISABLE_CPU_FEATURES=AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL",
		}
	}
	return append([]string{
		"OMP_NUM_THREADS=" + limit, "MKL_NUM_THREADS=" + limit, "OPENBLAS_NUM_THREADS=" + limit,
		"XLA_FLAGS=--xla_cpu_multi_thread_eigen=true intra_op_parallelism_threads=" + limit + instructions,
		"TORCHINDUCTOR_COMPILE_THREADS=1", // in the process, whose clocks are read
		"NPROC=" + limit, "PYTHONDONTWRITEBYTECODE=1", "NVIDIA_TF32_OVERRIDE=0",
		"XLA_PYTHON_CLIENT_PREALLOCATE=false", // a GPU is shared with us
	}, more...)
}
