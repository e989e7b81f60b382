//go:build !js

package inline

import (
	"fmt"
	"os"
	"slices"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// serverEnv is the environment variable that a Jupyter server sets for its kernels. Tools that run
// a notebook without a page do not set it.
const serverEnv = "JPY_SESSION_NAME"

// codeEnv holds the environment variables that VS Code sets for its kernels. It sets the second one
// also in containers and on remote machines.
var codeEnv = []string{"VSCODE_PID", "VSCODE_CWD"}

// paged reports whether a JupyterLab or Notebook 7 page shows the notebook.
func paged(getenv func(string) string) bool {
	code := slices.ContainsFunc(codeEnv, func(name string) bool { return getenv(name) != "" })
	return !code && getenv(serverEnv) != ""
}

// followed reports whether figures can follow widgets.
func followed() bool { return widget.Available() && paged(os.Getenv) }

// present shows the frames. If the page supports widgets, it also shows a figure that follows a
// slider or a list.
func (f *FrameSet) present() error {
	if err := f.render(); err != nil {
		return err
	}
	if !followed() {
		return Show(f)
	}
	control := widget.SelectionSlider
	if f.words {
		control = widget.Dropdown
	}
	at := control(f.label, f.texts, f.start)
	content, err := ContentOf(f)
	if err != nil {
		return err
	}
	return follow(content, func() (string, error) {
		i := at.Get()
		if i < 0 || i >= len(f.texts) {
			return "", fmt.Errorf("inline: %s: the page sent the index %d, want 0 to %d", f.label, i, len(f.texts)-1)
		}
		_, svg, err := f.frame(i)
		if err != nil {
			return "", err
		}
		return svgElement(svg), nil
	}, at)
}
