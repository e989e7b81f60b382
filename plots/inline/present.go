//go:build !js

package inline

import (
	"fmt"
	"os"
	"slices"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// serverEnv is set by a Jupyter server for the kernels that it starts, and not by the tools
// that run a notebook without a page.
const serverEnv = "JPY_SESSION_NAME"

// codeEnv are set by VS Code for the kernels that it starts, the second one also in
// containers and on other machines.
var codeEnv = []string{"VSCODE_PID", "VSCODE_CWD"}

// paged reports whether a page of JupyterLab or Notebook 7 shows the notebook.
func paged(getenv func(string) string) bool {
	code := slices.ContainsFunc(codeEnv, func(name string) bool { return getenv(name) != "" })
	return !code && getenv(serverEnv) != ""
}

// followed reports whether figures can follow widgets.
func followed() bool { return widget.Available() && paged(os.Getenv) }

// present shows the frames, and a figure that follows a slider or a list where there is a page that has them.
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
			return "", fmt.Errorf("inline: %s: the page has sent %d, which is not the number of a value", f.label, i)
		}
		_, svg, err := f.frame(i)
		if err != nil {
			return "", err
		}
		return svgElement(svg), nil
	}, at)
}
