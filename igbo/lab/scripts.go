package lab

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/procgroup"
)

// The scripts that run in the lab's Python. Those that make pages share clean.py and pages.py.
var (
	//go:embed clean.py
	cleanScript string
	//go:embed pages.py
	pagesScript string
	//go:embed execute.py
	executeScript string
	//go:embed page.css
	plainStyle string
	//go:embed stix/stix-two-math.woff2
	mathFont string
)

// pageStyle returns the style of exported pages. Its font has large braces, norms and roots for formulas, which some machines lack.
func pageStyle() string {
	return plainStyle + fmt.Sprintf(
		"@font-face { font-family: \"STIX Two Math\"; src: url(data:font/woff2;base64,%s) format(\"woff2\"); }\nmath { font-family: \"STIX Two Math\", math; }\n",
		base64.StdEncoding.EncodeToString([]byte(mathFont)))
}

// python3 runs a script in a session with a job as JSON, and returns its output.
func (l *Lab) python3(ctx context.Context, sess *procgroup.Session, script string, job any) ([]byte, error) {
	text, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	err = sess.Run(ctx, procgroup.Command{
		Argv: []string{l.python(), "-c", cleanScript + pagesScript + script}, Env: append(l.sessionEnvironment(sess), "IGBOLAB_KEPT="+filepath.Join(sess.Temp, "kept")), Dir: sess.Temp,
		Stdin: text, Stdout: &stdout, Stderr: &stderr,
	}, procgroup.Ending{Patience: time.Second, Now: l.Force})
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, tail(stderr.String(), 10))
	}
	return stdout.Bytes(), nil
}

// writeInto writes a file of a run atomically, records that igbo wrote it, and creates its folder.
func writeInto(path string, content []byte) error {
	if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	_ = ledger.Announce(path, content) // on failure the next run asks the user to move the file
	return writeFile(path, content)
}
