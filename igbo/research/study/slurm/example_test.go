package slurm_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study/slurm"
)

// Write the batch script of a study with 20 tasks, of which at most 5 run at a time. Each task has two cores.
func ExampleJob_Text() {
	text, err := slurm.Job{
		Name: "igbo-noise", Tasks: 20, AtOnce: 5, CPUs: 2, Time: "01:00:00",
		Task:   []string{"igbo", "study", "task", slurm.Share, "noise", "--dir", "/shared/noise"},
		Gather: []string{"igbo", "study", "gather", "noise", "--dir", "/shared/noise", "--tasks", "20"},
		Script: "noise.sh", Log: "/shared/noise", Dir: "/shared",
	}.Text()
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "# ") {
			fmt.Print(line)
		}
	}
	// Output:
	// #!/bin/bash
	// #SBATCH --job-name=igbo-noise
	// #SBATCH --array=0-19%5
	// #SBATCH --nodes=1
	// #SBATCH --ntasks=1
	// #SBATCH --cpus-per-task=2
	// #SBATCH --time=01:00:00
	// #SBATCH --signal=B:TERM@60
	// #SBATCH --requeue
	// #SBATCH --open-mode=append
	// #SBATCH --output=/shared/noise/slurm-%A_%a.log
	// cd /shared || exit
	// export GOMAXPROCS="$SLURM_CPUS_PER_TASK"
	// exec igbo study task "$SLURM_ARRAY_TASK_ID/20" noise --dir /shared/noise
}
