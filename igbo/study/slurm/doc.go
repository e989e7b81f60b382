// Package slurm writes the batch script that runs a study as a job array. In
// flow the command lines of its tasks and of the gathering; out flows a script
// for sbatch. It starts nothing.
package slurm
