package main

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// checkpointFolder is the folder with the state of an unfinished igbo reproduce, and partsFolder the folder with the parts of a study.
const (
	checkpointFolder = "igbo-checkpoints"
	partsFolder      = "parts"
)

// checkpointedSteps returns the steps of the newest checkpoints of all unfinished trainings, plus those of the parts.
func checkpointedSteps(t *testing.T, out string) (steps int) {
	t.Helper()
	var parts, trainings []string
	for _, folder := range []string{checkpointFolder, partsFolder} { // of reproduce, and of any study
		whole, errWhole := filepath.Glob(filepath.Join(out, folder, "*.study"))
		begun, errBegun := filepath.Glob(filepath.Join(out, folder, "unfinished", "*"))
		must.Do(t, errors.Join(errWhole, errBegun))
		parts, trainings = append(parts, whole...), append(trainings, begun...)
	}
	steps = len(parts) * 60 * 32
	for _, training := range trainings {
		found := must.Of(filepath.Glob(filepath.Join(training, "step-*"))).In(t)
		newest := 0
		for _, folder := range found {
			if n, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), "step-")); err == nil {
				newest = max(newest, n)
			}
		}
		steps += newest
	}
	return steps
}

func waitForSteps(t *testing.T, out string, steps int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); checkpointedSteps(t, out) < steps; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d steps in checkpoints after five minutes, want %d", checkpointedSteps(t, out), steps)
		}
	}
}
