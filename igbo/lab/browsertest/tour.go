package browsertest

// TourPicture is the picture that TestTour records, in README.md.
const TourPicture = "notebooks/images/tour.png"

// Tour holds the cells that TestTour runs and records: a value that persists, a figure, and a figure that follows a slider.
var Tour = []string{
	"x := 42",
	"x / 2",
	`func wave(decay float64) (plots.Figure, error) {
	t := floats.Span(make([]float64, 400), 0, 1)
	y := make([]float64, len(t))
	for i := range t {
		y[i] = math.Exp(-decay*t[i]) * math.Cos(float64(x)*t[i]) // x is 42
	}
	line := plots.Line{Name: "damped wave", X: t, Y: y}
	return plots.Lines([]plots.Line{line}, plots.Title(fmt.Sprint("decay ", decay)),
		plots.YRange(-1, 1), plots.Size(720, 270))
}
%%
wave(1)`,
	`notebook.Check(inline.Slider("decay", []float64{0, 1, 2, 3, 4, 6, 8}, wave))`,
}
