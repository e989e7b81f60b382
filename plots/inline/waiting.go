//go:build !js

package inline

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// waitingEnv names the file in which the kernel "Go (igbolab)" says how many
// cells wait for the running one, as a decimal number.
const waitingEnv = "IGBOLAB_WAITING"

// serverEnv is set by a Jupyter server for the kernels that it starts, and not by the tools
// that run a notebook without a page.
const serverEnv = "JPY_SESSION_NAME"

// livingEnv is set by the kernel "Go (igbolab)" for cells that share one process, which goes on after them.
const livingEnv = "IGBOLAB_LIVING"

// codeEnv are set by VS Code for the kernels that it starts, the second one also in
// containers and on other machines. There GoNB's widgets have no way to the kernel.
var codeEnv = []string{"VSCODE_PID", "VSCODE_CWD"}

// watchPause is the time between two looks at the file.
const watchPause = 25 * time.Millisecond

// followed tells whether the notebook's page can follow a slider: one of JupyterLab or
// Notebook 7, with GoNB's widgets.
func followed(getenv func(string) string) bool {
	code := slices.ContainsFunc(codeEnv, func(name string) bool { return getenv(name) != "" })
	return !code && getenv(serverEnv) != "" && getenv(protocol.GONB_JUPYTER_KERNEL_ID_ENV) != ""
}

// waiting tells whether other cells may wait for this one: the kernel says that some
// do, or does not say that none does.
func waiting(getenv func(string) string) bool {
	text, err := os.ReadFile(getenv(waitingEnv))
	if err != nil {
		return true
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return err != nil || n > 0
}

// watch calls found as soon as another cell waits, until the context ends.
func watch(ctx context.Context, found func()) {
	look := time.NewTicker(watchPause)
	defer look.Stop()
	for !waiting(os.Getenv) {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
	found()
}
