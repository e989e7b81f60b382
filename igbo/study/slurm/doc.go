// Package slurm writes the batch script that runs a study as a job array. In
// flow the command lines of its tasks and of the gathering; out flows a script
// for sbatch. It starts nothing.
//
// The script is what `igbo study plan` prints. On a cluster it goes like this,
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
// # Kubernetes
//
// An indexed Job does the same with `igbo study task`, whose share then comes
// from JOB_COMPLETION_INDEX. The volume must be one that several pods write to
// (ReadWriteMany).
//
//	apiVersion: batch/v1
//	kind: Job
//	metadata: {name: igbo-ablation}
//	spec:
//	  completionMode: Indexed
//	  completions: 8
//	  parallelism: 4
//	  backoffLimitPerIndex: 3
//	  maxFailedIndexes: 8
//	  template:
//	    spec:
//	      restartPolicy: Never
//	      terminationGracePeriodSeconds: 60
//	      containers:
//	        - name: igbo
//	          image: igbolab:latest
//	          command: ["/bin/sh", "-c"]
//	          args: ['exec igbo study task "$JOB_COMPLETION_INDEX/8" ablation --dir /study']
//	          resources: {requests: {cpu: "1", memory: 2Gi}, limits: {cpu: "1", memory: 2Gi}}
//	          volumeMounts: [{name: study, mountPath: /study}]
//	      volumes:
//	        - name: study
//	          persistentVolumeClaim: {claimName: igbo-study}
//
// A pod of the same image and volume then folds:
//
//	igbo study gather ablation --dir /study --tasks 8
package slurm
