package results

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/research/bench"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// Read reads runs. Each path is a bench.json, or a folder with one.
func Read(paths ...string) ([]*bench.Report, error) {
	var runs []*bench.Report
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, "bench.json")
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
		var run bench.Report
		if err := json.Unmarshal(text, &run); err != nil {
			return nil, fmt.Errorf("results: %s: %w", path, err)
		}
		if !slices.Contains(outcome.Targets(), run.Target) {
			return nil, fmt.Errorf("results: %s has the unknown target %q, want one of %q (use files that igbo bench wrote)", path, run.Target, outcome.Targets())
		}
		runs = append(runs, &run)
	}
	return runs, nil
}

// Load reads the runs in a folder, in the order of their names.
func Load(dir string) ([]*bench.Report, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	return Read(paths...)
}

// Store writes runs into a folder and replaces those of the same targets.
func Store(dir string, runs []*bench.Report) error {
	count := map[outcome.Target]int{}
	var paths []string
	var texts [][]byte
	for _, run := range runs {
		text, err := json.MarshalIndent(run, "", " ")
		if err != nil {
			return fmt.Errorf("results: %w", err)
		}
		count[run.Target]++
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("%s-%d.json", run.Target, count[run.Target])))
		texts = append(texts, append(text, '\n'))
	}
	if err := durable.WriteFiles(paths, texts, 0o666); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	for target := range count {
		old, err := filepath.Glob(filepath.Join(dir, string(target)+"-[0-9]*.json"))
		if err != nil {
			return fmt.Errorf("results: %w", err)
		}
		for _, path := range old {
			if slices.Contains(paths, path) {
				continue
			}
			if err := os.Remove(path); err != nil {
				return fmt.Errorf("results: %w", err)
			}
		}
	}
	return nil
}
