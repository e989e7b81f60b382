package inline

// frameSettings is what FrameOptions may change.
type frameSettings struct {
	start *float64
}

// Slider shows a figure that follows a slider. In a stateful cell that a page shows, every move draws the figure again, also after
// the cell has ended and while other cells run, as long as the process of the cells runs. It then draws with the cells' variables as
// any goroutine does. The notebook saves [Frames] too, which play if nothing follows the slider.
//
// The page is that of JupyterLab or Notebook 7 with ipywidgets, as `igbo lab` installs it. Anywhere else (a headless run, VS Code, a
// cell that is a program, a plain program) Slider shows Frames. In a page of WebAssembly it draws nothing beforehand, returns, and
// follows for as long as the program is kept ([Park]).
func Slider(label string, values []float64, draw Draw, opts ...FrameOption) error {
	f, err := newFrames("Slider", label, values, draw, opts)
	if err != nil {
		return err
	}
	return f.present()
}
