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
)

// Program is a command that predicts.
type Program struct {
	words  []string
	line   string
	header []string
}

// New makes a program of a command line and the names of the columns that it gets. The line is split into words at spaces, where
// quotes of either kind keep them together; nothing else has a meaning: there are no variables, pipes or wildcards.
func New(line string, header []string) (*Program, error) {
	words, err := splitWords(line)
	if err != nil {
		return nil, fmt.Errorf("subprocess: the command %w", err)
	}
	return &Program{words, line, header}, nil
}

// splitWords parts a command line at spaces; quotes of either kind keep spaces, and nothing else has a meaning.
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
		return nil, fmt.Errorf("%q has a quote %c that does not end", line, quote)
	}
	if open {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("is empty, expected a program with its arguments, such as 'python predict.py'")
	}
	return words, nil
}

// The most that is read of what a program writes, a line and of its errors, and how long is waited for one that was ended.
const (
	longestLine  = 1 << 10
	shownErrors  = 4 << 10
	waitForEnded = 2 * time.Second
)

// Answers starts the program, gives it the rows and reads a number for each. The program, and what it started in its group,
// ends with the context.
//
// Errors, of one line with the last that it wrote to standard error: a program that does not start, fails, is not done in time, or writes
// anything but a finite number a row.
func (c *Program) Answers(ctx context.Context, rows [][]string) ([]float64, error) {
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	p := exec.CommandContext(run, c.words[0], c.words[1:]...)
	alone(p)
	p.WaitDelay = waitForEnded
	said := &tail{}
	table := c.table(rows)
	defer table.Close() // which ends the writing where the program has not read all
	p.Stdin, p.Stderr = table, said
	out, err := p.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.Start(); err != nil {
		return nil, fmt.Errorf("subprocess: %q does not start: %w", c.line, err)
	}
	values, wrong := numbersOf(out, len(rows))
	if wrong != nil {
		cancel()
	} else if _, err := io.Copy(io.Discard, out); err != nil {
		wrong = err
	}
	ended := p.Wait()
	said.of = c.line
	switch {
	case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("subprocess: %q has not answered %d rows in time (--budget)%s: %w", c.line, len(rows), said, ctx.Err())
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case wrong != nil:
		return nil, fmt.Errorf("subprocess: %q %w%s", c.line, wrong, said)
	case ended != nil && !errors.Is(ended, exec.ErrWaitDelay):
		return nil, fmt.Errorf("subprocess: %q failed after %d of %d answers: %w%s", c.line, len(values), len(rows), ended, said)
	case len(values) != len(rows):
		return nil, fmt.Errorf("subprocess: %q gave %d answers to %d rows, expected one a row%s", c.line, len(values), len(rows), said)
	}
	return values, nil
}

// table is the rows as CSV, made while it is read.
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

// numbersOf reads numbers, one a line, and says what else it is.
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
			return nil, fmt.Errorf("wrote %.60q as its first line, expected a number and no header", text)
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
			return nil, fmt.Errorf("wrote %.60q as answer %d, expected a finite number", text, len(values)+1)
		case len(values) == rows:
			return nil, fmt.Errorf("gave more answers than the %d rows that it had, expected one a row", rows)
		}
		values = append(values, v)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("wrote a line of more than %d bytes, expected a number", longestLine)
	}
	return values, nil
}

// tail keeps the last of what a program writes to standard error.
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

// String is its last line, as the end of a sentence.
func (t *tail) String() string {
	text := bytes.TrimSpace(t.text)
	if len(text) == 0 {
		return ""
	}
	return fmt.Sprintf("; it said last: %.300q", text[bytes.LastIndexByte(text, '\n')+1:])
}
