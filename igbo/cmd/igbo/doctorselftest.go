package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/backend/selftest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// A plugin is a foreign program that can end the process, so the doctor opens each backend in its own process.

// selfTestLimit limits the time of such a process, because the first call of a GPU is slow.
const selfTestLimit = 2 * time.Minute

// selfTestMark is set in such a process, which starts no other.
const selfTestMark = "IGBOLAB_SELF_TEST"

// selfTested is the output of such a process.
type selfTested struct {
	Choice backend.Choice   `json:"choice"`
	Plugin string           `json:"plugin,omitempty"`
	API    string           `json:"api,omitempty"`
	Checks []selftest.Check `json:"checks,omitempty"`
	Error  string           `json:"error,omitempty"`
}

// printSelfTest opens a backend in this process, tests it and prints JSON.
func printSelfTest(w io.Writer, name string) error {
	var s selfTested
	engine, choice, err := backend.Select(name)
	if err != nil {
		s.Error = err.Error()
	} else {
		s = selfTested{Choice: choice, Plugin: backend.PluginPath(engine), API: backend.APIVersion(engine), Checks: selftest.Run(engine)}
		engine.Finalize()
	}
	return json.NewEncoder(w).Encode(s)
}

// selfTest tests a backend in its own process. It returns an error if the process was killed, or took too long.
func selfTest(ctx context.Context, name string) (s selfTested, err error) {
	if os.Getenv(selfTestMark) != "" {
		return s, errors.New("a self-test cannot start another self-test")
	}
	program, err := os.Executable()
	if err != nil {
		return s, err
	}
	ctx, cancel := context.WithTimeout(ctx, selfTestLimit)
	defer cancel()
	var out, messages bytes.Buffer
	cmd := exec.CommandContext(ctx, program, "doctor", "--self-test", "--backend", name)
	cmd.Env = append(os.Environ(), selfTestMark+"=1")
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &messages, time.Second
	ran := cmd.Run()
	if err := ctx.Err(); errors.Is(err, context.DeadlineExceeded) {
		return s, fmt.Errorf("the self-test did not finish within %s", selfTestLimit)
	} else if err != nil {
		return s, err
	}
	if err := json.Unmarshal(out.Bytes(), &s); err != nil || ran != nil {
		return s, fmt.Errorf("the process of the self-test failed: %v; %s", cmp.Or(ran, err), cli.FirstLine(strings.TrimSpace(messages.String())))
	}
	return s, nil
}

// diagnoseBackends prints which backend would run and the result of its self-test. Without a name it also prints the self-tests
// of all other backends. It returns the error of the backend that would run.
func diagnoseBackends(ctx context.Context, w io.Writer, name string) (fault error) {
	s, err := selfTest(ctx, name)
	asked := cmp.Or(name, "auto")
	switch {
	case err != nil:
		fault = fmt.Errorf("backend %s: %w", asked, err)
	case s.Error != "":
		fault = errors.New(s.Error)
	default:
		fmt.Fprintln(w, s.Choice)
		fmt.Fprintln(w, "  ", s.Choice.Description)
		for _, t := range s.Choice.Tried {
			fmt.Fprintf(w, "   tried %s: %s\n", t.Name, cli.FirstLine(t.Error))
		}
		fault = sayChecks(w, s.Choice.Name, s)
	}
	if name != "" {
		return fault
	}
	if fault != nil {
		fmt.Fprintln(w, cli.FirstLine(fault.Error()))
	}
	diagnoseOthers(ctx, w, s)
	return fault
}

// diagnoseOthers tests the backends that would not run: the embedded one, and each plugin.
func diagnoseOthers(ctx context.Context, w io.Writer, chosen selfTested) {
	var others []string
	if chosen.Choice.Name != "go" {
		others = append(others, "go")
	}
	for _, p := range backend.InstalledPlugins() {
		if p.Err == nil && p.Target == "" && p.Path != chosen.Plugin {
			others = append(others, "xla:"+p.Path)
		}
	}
	for _, name := range others {
		s, err := selfTest(ctx, name)
		switch {
		case err != nil:
			fmt.Fprintf(w, "self-test of %s: %v\n", name, err)
		case s.Error != "":
			fmt.Fprintf(w, "self-test of %s: %s\n", name, cli.FirstLine(s.Error))
		default:
			_ = sayChecks(w, name, s) // a failure of an unused backend does not matter
		}
	}
}

// sayChecks prints the checks of a backend, and returns an error if one failed.
func sayChecks(w io.Writer, name string, s selfTested) error {
	api := ""
	if s.API != "" {
		api = ", PJRT API " + s.API
	}
	fmt.Fprintf(w, "self-test of %s%s: %s\n", name, api, selftest.Summary(s.Checks))
	for _, c := range s.Checks {
		if c.Fault != "" {
			return fmt.Errorf("backend %s: %s", name, cli.FirstLine(c.String()))
		}
	}
	return nil
}
