package datasets

import (
	_ "embed"
	"fmt"
	"strings"
	"time"
)

//go:embed noaa_daily_weather.csv
var weatherCSV string

// WeatherTable returns daily weather as a table (NOAA, public domain; see noaa_daily_weather.md): date, place,
// the day's measurements, and a label.
func WeatherTable() File { return File{"noaa_daily_weather.csv", weatherCSV} }

// WeatherSplit holds the weather data, split by time.
type WeatherSplit struct{ Train, Validation *Series }

// Weather returns windows of the daily weather of Seattle and New York, 2012–2015 (NOAA, public domain; see
// noaa_daily_weather.md). The target y_t is the next day's maximum temperature in °C. The inputs are, in this
// order, maximum and minimum temperature (°C), wind (m/s) and precipitation (mm) up to day t. window is the
// length of a window and stride the distance of the starts of two windows, both in days.
//
// Windows of the first three years are for training, and windows in 2015 for validation. A window that crosses
// the end of 2014 belongs to neither, so training does not use validation targets.
func Weather(window, stride int) (WeatherSplit, error) {
	all, err := ReadCSV(strings.NewReader(weatherCSV), CSVConfig{
		Date: "date", Layout: time.DateOnly, Every: 24 * time.Hour, Group: "location",
		Columns: []string{"temp_max", "temp_min", "wind", "precipitation"}, Target: "temp_max",
		Window: window, Stride: stride, Horizon: 1,
	})
	if err != nil {
		return WeatherSplit{}, err
	}
	split := WeatherSplit{
		Train:      &Series{Features: all.Features, Steps: all.Steps},
		Validation: &Series{Features: all.Features, Steps: all.Steps},
	}
	border := time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, end := range all.Ends {
		last, err := time.Parse(time.DateOnly, end[strings.LastIndex(end, " ")+1:])
		if err != nil {
			return WeatherSplit{}, fmt.Errorf("datasets: %w", err)
		}
		switch first := last.AddDate(0, 0, 1-window); {
		case last.AddDate(0, 0, 1).Before(border):
			split.Train.join(all.slice(i, i+1))
		case !first.Before(border):
			split.Validation.join(all.slice(i, i+1))
		}
	}
	if split.Train.Windows() == 0 || split.Validation.Windows() == 0 {
		return WeatherSplit{}, fmt.Errorf("datasets: windows of %d days leave %d to train and %d to validate, want at least 1 each",
			window, split.Train.Windows(), split.Validation.Windows())
	}
	return split, nil
}
