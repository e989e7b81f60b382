package studies

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// showFormats are those of study show.
var showFormats = []string{"text", "markdown", "csv", "json"}

func newStudyShowCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "show DIR", Short: "Show the result in a folder again",
		Example: `  igbo study show out/recurrence
  igbo study show out/recurrence --format markdown`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("got %d arguments, expected the folder of a result", len(args))
			}
			return nil
		},
		PreRunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(showFormats, format) {
				return fmt.Errorf("--format %q: expected one of %s", format, strings.Join(showFormats, ", "))
			}
			return cli.ReadableFile(args[0], filepath.Join(args[0], studyFile))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := readStudy(args[0])
			if err != nil {
				return err
			}
			return show(cmd, result, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", fmt.Sprintf("one of %v", showFormats))
	return cmd
}

// readStudy reads the result in a folder.
func readStudy(dir string) (study.Result, error) {
	path := filepath.Join(dir, studyFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var record studyRecord
	if err := json.Unmarshal(text, &record); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d, err := catalog.Find(record.Study)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if filepath.Base(record.Result) != record.Result {
		return nil, fmt.Errorf("%s: the result %q, expected a file beside it", path, record.Result)
	}
	path = filepath.Join(dir, record.Result)
	if text, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	result, err := d.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return result, nil
}

// show prints a result.
func show(cmd *cobra.Command, result study.Result, format string) error {
	w := cmd.OutOrStdout()
	if format == "json" {
		text, err := study.MarshalJSON(result)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	}
	for i, t := range result.Tables() {
		if i > 0 {
			fmt.Fprintln(w)
		}
		switch format {
		case "markdown":
			fmt.Fprint(w, t.Markdown())
		case "csv":
			fmt.Fprintf(w, "%s", t.CSV())
		default:
			fmt.Fprint(w, t.Text())
		}
	}
	return nil
}
