package main

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// checkpointFolder is where an unfinished igbo reproduce keeps its state, and
// partsFolder where any study keeps its parts.
const (
	checkpointFolder = "igbo-checkpoints"
	partsFolder      = "parts"
)

// checkpointedSteps sums the steps of the newest checkpoints of all trainings
// that have not ended, and those of the parts.
func checkpointedSteps(t *testing.T, out string) (steps int) {
	t.Helper()
	var parts, trainings []string
	for _, folder := range []string{checkpointFolder, partsFolder} { // of reproduce, and of any study
		whole, errWhole := filepath.Glob(filepath.Join(out, folder, "*.study"))
		begun, errBegun := filepath.Glob(filepath.Join(out, folder, "unfinished", "*"))
		if err := errors.Join(errWhole, errBegun); err != nil {
			t.Fatal(err)
		}
		parts, trainings = append(parts, whole...), append(trainings, begun...)
	}
	steps = len(parts) * 60 * 32
	for _, training := range trainings {
		found, err := filepath.Glob(filepath.Join(training, "step-*"))
		if err != nil {
			t.Fatal(err)
		}
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
	for deadline := time.Now().Add(time.Minute); checkpointedSteps(t, out) < steps; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d steps in checkpoints after a minute, want %d", checkpointedSteps(t, out), steps)
		}
	}
}
