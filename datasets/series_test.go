package datasets

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSequenceContributionsAddUp checks that targets are the sum of the known contributions, that features are
// relevant only in their intervals, and that no target depends on a later input.
func TestSequenceContributionsAddUp(t *testing.T) {
	cfg := DefaultSequenceConfig()
	cfg.Samples, cfg.Noise = 20, 0
	s, err := SequenceTask(cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := len(cfg.Weights)
	for n := range cfg.Samples {
		x := s.Sample(n)
		for step := range cfg.Steps {
			sum := 0.0
			for i := range cfg.Steps {
				for k := range d {
					c := s.Contribution(x, step, i, k)
					sum += c
					if (i > step || i < cfg.From[k] || i >= cfg.To[k]) && c != 0 {
						t.Fatalf("input (%d, %d) contributes %g to output %d", i, k, c, step)
					}
				}
			}
			if y := s.Y[n*cfg.Steps+step]; math.Abs(y-sum) > 1e-12 {
				t.Fatalf("target %g, contributions %g", y, sum)
			}
		}
	}
	again, err := SequenceTask(cfg, 1)
	if err != nil || !reflect.DeepEqual(s, again) {
		t.Error("same seed, different data")
	}
}

// TestWeather checks numbers of the file, that targets are one day ahead, and that training contains no day in
// 2015.
func TestWeather(t *testing.T) {
	w, err := Weather(30, 7)
	if err != nil {
		t.Fatal(err)
	}
	if w.Train.X[0] != 12.8 || w.Train.X[3] != 0 || w.Train.Y[0] != 10.6 || w.Train.Ends[0] != "Seattle 2012-01-30" {
		t.Errorf("first window: %v → %v, ends %s", w.Train.X[:4], w.Train.Y[0], w.Train.Ends[0])
	}
	if w.Train.Y[0] != w.Train.X[4] {
		t.Error("the target is not the next day's maximum")
	}
	places := map[string]int{}
	for _, end := range append(append([]string{}, w.Train.Ends...), w.Validation.Ends...) {
		places[strings.Fields(end)[0]]++
	}
	for _, end := range w.Train.Ends {
		if strings.Contains(end, "2015") || strings.HasSuffix(end, "2014-12-31") {
			t.Errorf("training window ends %s, its last target lies in 2015", end)
		}
	}
	for _, end := range w.Validation.Ends {
		if !strings.Contains(end, "2015") {
			t.Errorf("validation window ends %s", end)
		}
	}
	if len(places) != 2 || w.Train.Windows() < 200 || w.Validation.Windows() < 60 {
		t.Errorf("%d and %d windows of %v", w.Train.Windows(), w.Validation.Windows(), places)
	}
}

// TestBadSeries checks that errors name each fault of a table with its line.
func TestBadSeries(t *testing.T) {
	good := CSVConfig{
		Date: "day", Layout: time.DateOnly, Every: 24 * time.Hour, Columns: []string{"a", "b"}, Target: "a",
		Window: 2, Stride: 1, Horizon: 1,
	}
	const head = "day,a,b\n2020-01-01,1,2\n2020-01-02,3,4\n2020-01-03,5,6\n"
	if s, err := ReadCSV(strings.NewReader(head), good); err != nil || !reflect.DeepEqual(s.Y, []float64{3, 5}) {
		t.Fatalf("%+v, %v", s, err)
	}
	for want, text := range map[string]string{
		"line 5, column 3: b is \"wet\"":            head + "2020-01-04,1,wet\n",
		"line 5, column 2: a is \"NaN\"":            head + "2020-01-04,NaN,1\n",
		"line 5: the row has 2 columns, want the 3": head + "2020-01-04,1\n",
		"line 5: the date 2020-01-03 occ":           head + "2020-01-03,1,1\n",
		"line 5: the date 2020-01-02 fol":           head + "2020-01-02,1,1\n",
		"line 5: the record is 48h0m0s":             head + "2020-01-05,1,1\n",
		"line 5, column 1: the date is \"today\"":   head + "today,1,1\n",
		"no column \"b\"":                           "day,a\n2020-01-01,1\n",
		"no header line":                            "",
		"no group has the 3 records":                "day,a,b\n2020-01-01,1,2\n",
	} {
		if _, err := ReadCSV(strings.NewReader(text), good); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for want, change := range map[string]func(*CSVConfig){
		"window 0":      func(c *CSVConfig) { c.Window = 0 },
		"must be given": func(c *CSVConfig) { c.Columns = nil },
		"a positive":    func(c *CSVConfig) { c.Every = 0 },
	} {
		bad := good
		change(&bad)
		if _, err := ReadCSV(strings.NewReader(head), bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := Weather(400, 1); err == nil || !strings.Contains(err.Error(), "leave") {
		t.Errorf("windows longer than the validation year: %v", err)
	}
	for want, change := range map[string]func(*SequenceConfig){
		"0 samples":          func(c *SequenceConfig) { c.Samples = 0 },
		"From and To have 1": func(c *SequenceConfig) { c.From = []int{0} },
		"Memory 2":           func(c *SequenceConfig) { c.Memory = 2 },
		"Autocorrelation 1":  func(c *SequenceConfig) { c.Autocorrelation = 1 },
		"the noise is -1":    func(c *SequenceConfig) { c.Noise = -1 },
		"feature 2 matters":  func(c *SequenceConfig) { c.To = []int{24, 99, 24, 16, 0, 0} },
	} {
		cfg := DefaultSequenceConfig()
		change(&cfg)
		if _, err := SequenceTask(cfg, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestSeriesPoints checks that windows are drawn without replacement, each with its targets.
func TestSeriesPoints(t *testing.T) {
	w, err := Weather(8, 8)
	if err != nil {
		t.Fatal(err)
	}
	n := w.Train.Windows()
	x, y := w.Train.Points(n, 3)
	again, _ := w.Train.Points(n, 3)
	if !slices.Equal(x, again) || slices.Equal(x, w.Train.X) {
		t.Error("not the same twice, or in the order of the series")
	}
	seen := map[string]bool{}
	for i := range n {
		for j := range n {
			if slices.Equal(x[i*32:(i+1)*32], w.Train.X[j*32:(j+1)*32]) && slices.Equal(y[i*8:(i+1)*8], w.Train.Y[j*8:(j+1)*8]) {
				seen[w.Train.Ends[j]] = true
				break
			}
		}
	}
	if len(seen) != n {
		t.Errorf("%d of %d windows", len(seen), n)
	}
	defer func() {
		if _, is := recover().(error); !is {
			t.Error("more points than windows do not panic with an error")
		}
	}()
	w.Train.Points(n+1, 1)
}
