package igbo

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// killFolder passes the folder to a child process of TestKilledTraining.
const killFolder = "IGBO_TEST_KILL_FOLDER"

// killStep passes the step after which the child waits to be killed.
const killStep = "IGBO_TEST_KILL_STEP"

// killConfig returns a training that is long enough to be killed at any step.
func killConfig(t testing.TB) (Config, Data) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs, cfg.Optimizer = 300, Optimizer{Name: "adam", LearningRate: 0.01}
	return cfg, data
}

// TestKilledTraining kills a training process 25 times at random steps, usually while it writes a
// checkpoint, and compares the result with an uninterrupted run.
func TestKilledTraining(t *testing.T) {
	if dir := os.Getenv(killFolder); dir != "" {
		killedTraining(t, dir)
		return
	}
	if runtime.GOOS == "js" {
		t.Skip("there are no processes to kill")
	}
	const kills = 25
	cfg, data := killConfig(t)
	_, _, d := modeltest.Small(t)
	want := outcomeOf(t, mustTrain(t, cfg, data, d))
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(7, 7))
	total, killed := want.Taken, 0
	for ; killed < kills; killed++ {
		if !killedAt(t, dir, (killed+1)*total/(kills+2)+rng.IntN(5)) {
			break
		}
	}
	if killed < 20 {
		t.Fatalf("the process ended after %d kills, want at least 20", killed)
	}
	if killedAt(t, dir, total+1) {
		t.Fatal("killed beyond the end")
	}
	f := must.Of(os.Open(filepath.Join(dir, "outcome"))).In(t)
	defer f.Close()
	var got outcome
	must.Do(t, gob.NewDecoder(f).Decode(&got))
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("after %d kills %+v, want %+v", killed, got, want)
	}
	t.Logf("%d kills", killed)
}

// killedTraining is the child process. It trains with a checkpoint at every second step, prints
// each step, and writes its result.
func killedTraining(t *testing.T, dir string) {
	cfg, data := killConfig(t)
	_, _, d := modeltest.Small(t)
	cfg.Checkpoints = Checkpoints{Dir: filepath.Join(dir, "checkpoints"), Every: 2, Resume: true}
	last := must.Of(strconv.Atoi(os.Getenv(killStep))).In(t)
	cfg.OnStep = func(step int) {
		fmt.Printf("step %d\n", step)
		if step >= last { // the parent is late on a busy machine
			time.Sleep(time.Minute)
		}
	}
	o := outcomeOf(t, mustTrain(t, cfg, data, d))
	f := must.Of(os.Create(filepath.Join(dir, "outcome"))).In(t)
	must.Do(t, errors.Join(gob.NewEncoder(f).Encode(o), f.Close()))
}

// killedAt runs the child and kills it when it prints the step. It returns false if the child ended
// before.
func killedAt(t *testing.T, dir string, step int) bool {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestKilledTraining$", "-test.count=1")
	child.Env = append(os.Environ(), killFolder+"="+dir, killStep+"="+strconv.Itoa(step+10))
	out := must.Of(child.StdoutPipe()).In(t)
	must.Do(t, child.Start())
	var reported []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		reported = append(reported, lines.Text())
		if number, found := strings.CutPrefix(lines.Text(), "step "); found {
			if at, err := strconv.Atoi(number); err == nil && at >= step {
				must.Do(t, child.Process.Kill())
				break
			}
		}
	}
	if err := child.Wait(); err == nil {
		return false
	}
	if child.ProcessState.ExitCode() > 0 {
		t.Fatalf("the child failed:\n%s", strings.Join(reported, "\n"))
	}
	return true
}
