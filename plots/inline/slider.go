package inline

// frameSettings holds the settings that a FrameOption can change.
type frameSettings struct {
	start *float64
}

// Slider shows a figure that follows a slider.
//
// In a stateful cell that a page shows, every move draws the figure again, even after the cell has
// ended and while other cells run, as long as the kernel process runs. The draw function then runs
// in its own goroutine and shares the cells' variables. The notebook also saves [Frames], which
// work without a kernel.
//
// The page must be JupyterLab or Notebook 7 with ipywidgets, which `igbo lab` installs. Elsewhere
// (in a headless run, VS Code, a cell that is a program, or a plain program), Slider shows Frames.
// In a WebAssembly page, Slider draws only the initial figure and returns. The slider then works as
// long as the program runs (see [Park]).
func Slider(label string, values []float64, draw Draw, opts ...FrameOption) error {
	f, err := newFrames("Slider", label, values, draw, opts)
	if err != nil {
		return err
	}
	return f.present()
}
