// Package slurm writes the Slurm batch script that runs a study as a job array. Use it through `igbo study plan`; it starts no
// jobs.
//
// The inputs are the command lines of the tasks and of the final gather. The output is a script for sbatch.
//
// # Running a study on a cluster
//
// In this example, /shared is a folder that all machines see:
//
//	igbo study plan ablation --tasks 20 --dir /shared/ablation --out ablation.sh
//	sbatch ablation.sh
//	igbo study gather ablation --dir /shared/ablation --tasks 20 --script ablation.sh
//
// # Failed tasks
//
// Slurm marks a task that is killed, by the time limit or by hand, as FAILED and does not repeat it. It repeats a task if the
// node fails (--requeue). gather lists what is missing, with the command that runs those tasks again. Existing parts are
// reused, and an unfinished training resumes from its last checkpoint. A task receives SIGTERM 60 seconds before its time
// limit, and stops.
//
// The last lines of the script's header run the gather on the cluster, on the same kind of machine, after all tasks
// (--dependency=afterany).
//
// On Kubernetes, use an indexed Job with `igbo study task`. Its help has the manifest.
package slurm
