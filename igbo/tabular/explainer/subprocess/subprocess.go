package subprocess

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/group"
)

// Program is a command that makes predictions.
type Program struct {
	words  []string
	line   string
	header []string
}

// New returns a program for a command line and the names of the columns that it reads. The line is split into words at spaces. Single or
// double quotes keep words together. Variables, pipes and wildcards are not supported.
func New(line string, header []string) (*Program, error) {
	words, err := splitWords(line)
	if err != nil {
		return nil, fmt.Errorf("subprocess: the command %w", err)
	}
	return &Program{words, line, header}, nil
}

// splitWords splits a command line at spaces. Quotes of either kind keep spaces; no other character is special.
func splitWords(line string) (words []string, err error) {
	var word strings.Builder
	quote, open := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, open = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if open {
				words, open = append(words, word.String()), false
				word.Reset()
			}
		default:
			open = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%q has an unclosed quote %c", line, quote)
	}
	if open {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("is empty, want a program with its arguments, such as 'python predict.py'")
	}
	return words, nil
}

// Limits for the output of a program, in bytes of a line and of its errors, and the time to wait after it is ended.
const (
	longestLine  = 1 << 10
	shownErrors  = 4 << 10
	waitForEnded = 2 * time.Second
)

// Answers starts the program, sends it the rows and reads one number for each. When the context ends, it ends the program and its process
// group.
//
// It returns an error if the program does not start, fails, is interrupted, or writes anything other than one finite number for each row.
// The error has one line and includes the last line of standard error.
func (c *Program) Answers(ctx context.Context, rows [][]string) ([]float64, error) {
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	p := exec.CommandContext(run, c.words[0], c.words[1:]...)
	group.Lead(p)
	p.WaitDelay = waitForEnded
	reported := &tail{}
	table := c.table(rows)
	defer table.Close() // ends the writing if the program has not read all
	p.Stdin, p.Stderr = table, reported
	out, err := p.StdoutPipe()
	if err != nil {
		return nil, err
	}
	late := func() error {
		return fmt.Errorf("subprocess: %q has not answered %d rows in time (--budget)%s: %w", c.line, len(rows), reported, ctx.Err())
	}
	if err := p.Start(); err != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, late()
		}
		return nil, fmt.Errorf("subprocess: %q does not start: %w", c.line, err)
	}
	values, wrong := numbersOf(out, len(rows))
	if wrong != nil {
		cancel()
	} else if _, err := io.Copy(io.Discard, out); err != nil {
		wrong = err
	}
	ended := p.Wait()
	reported.of = c.line
	switch {
	case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, late()
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case wrong != nil:
		return nil, fmt.Errorf("subprocess: %q %w%s", c.line, wrong, reported)
	case ended != nil && !errors.Is(ended, exec.ErrWaitDelay):
		return nil, fmt.Errorf("subprocess: %q failed after %d of %d answers: %w%s", c.line, len(values), len(rows), ended, reported)
	case len(values) != len(rows):
		return nil, fmt.Errorf("subprocess: %q returned %d numbers for %d rows, want one per row%s", c.line, len(values), len(rows), reported)
	}
	return values, nil
}

// table returns the rows as CSV, which is generated while it is read.
func (c *Program) table(rows [][]string) *io.PipeReader {
	r, w := io.Pipe()
	go func() {
		to := csv.NewWriter(w)
		err := to.Write(c.header)
		for _, row := range rows {
			if err != nil {
				break
			}
			err = to.Write(row)
		}
		to.Flush()
		w.CloseWithError(errors.Join(err, to.Error()))
	}()
	return r
}

// numbersOf reads numbers, one a line, and describes any other output.
func numbersOf(out io.Reader, rows int) (values []float64, wrong error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, longestLine), longestLine)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil && len(values) == 0:
			return nil, fmt.Errorf("wrote %.60q as its first line, want a number and no header", text)
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
			return nil, fmt.Errorf("wrote %.60q as answer %d, want a finite number", text, len(values)+1)
		case len(values) == rows:
			return nil, fmt.Errorf("returned more numbers than the %d rows, want one per row", rows)
		}
		values = append(values, v)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("wrote a line of more than %d bytes, want a number", longestLine)
	}
	return values, nil
}

// tail stores the end of what a program writes to standard error.
type tail struct {
	text []byte
	of   string
}

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - shownErrors; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// String returns the last line, as the end of a sentence.
func (t *tail) String() string {
	text := bytes.TrimSpace(t.text)
	if len(text) == 0 {
		return ""
	}
	return fmt.Sprintf("; it said last: %.300q", text[bytes.LastIndexByte(text, '\n')+1:])
}
