// Package slurm writes the batch script that runs a study as a job array. In
// flow the command lines of its tasks and of the gathering; out flows a script
// for sbatch. It starts nothing.
//
// The script is what igbo study plan prints. On a cluster it goes like this,
// where /shared is a folder that every machine sees:
//
//	igbo study plan ablation --tasks 20 --dir /shared/ablation --out ablation.sh
//	sbatch ablation.sh
//	igbo study gather ablation --dir /shared/ablation --tasks 20 --script ablation.sh
//
// A task that is killed, by the time limit or by hand, ends as FAILED and is
// not run again by Slurm; one whose node dies is (--requeue). gather names what is
// missing and the line that runs those tasks again; what is there is not
// made again, and an unfinished training goes on from its last checkpoint. A
// task hears of its time limit 60 seconds before (SIGTERM) and ends by itself.
// The last lines of the script's head have the folding done by the cluster, on the
// same kind of machine, when all tasks are over (--dependency=afterany).
//
// An indexed Job of Kubernetes does the same with igbo study task, whose help
// has the manifest.
package slurm
