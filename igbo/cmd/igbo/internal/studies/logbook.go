package studies

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/report"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// logbookFiles lists the files of a logbook.
var logbookFiles = []string{"logbook.html", "logbook.md"}

// settleLogbook checks the folder of --logbook. It must be new or empty, or contain only a logbook that igbo wrote.
func (r *reproduction) settleLogbook(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("logbook") {
		return nil
	}
	if err := cmp.Or(cli.NotEmpty(cmd, "logbook"), cli.Owned(cmd, "logbook", r.logbook, logbookFiles...)); err != nil {
		return err
	}
	if same(r.logbook, r.out) {
		return fmt.Errorf("--logbook and --out must be different folders, but both are %s", r.logbook)
	}
	entries, err := os.ReadDir(r.logbook)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--logbook %s: %w", r.logbook, err)
	}
	for _, e := range entries {
		if !slices.Contains(logbookFiles, e.Name()) {
			return fmt.Errorf("--logbook %s contains %s, which is not part of a logbook; use a new or empty folder", r.logbook, e.Name())
		}
	}
	return nil
}

// same reports whether two paths lead to one place.
func same(a, b string) bool {
	first, err1 := filepath.Abs(a)
	second, err2 := filepath.Abs(b)
	return err1 == nil && err2 == nil && first == second
}

// writeLogbook writes the logbook of a run, if requested.
func (r *reproduction) writeLogbook(result *teacherstudent.Result, spent cli.Timings) (err error) {
	if r.logbook == "" {
		return nil
	}
	book := report.Logbook{Result: result}
	text, err := study.MarshalJSON(spent)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &book.Run); err != nil {
		return err
	}
	out, err := cli.OpenFolder(r.logbook)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	var files cli.Contents
	page, err := book.HTML()
	files.Add(logbookFiles[0], page, err)
	page, err = book.Markdown()
	files.Add(logbookFiles[1], page, err)
	return files.WriteTo(out)
}
