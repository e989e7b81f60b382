package datasets

import (
	_ "embed"
	"fmt"
	"strings"
	"time"
)

//go:embed noaa_daily_weather.csv
var weatherCSV string

// WeatherTable is the daily weather as a table (NOAA, public domain; see
// noaa_daily_weather.md): date, place, the measures of the day, and a label.
func WeatherTable() File { return File{"noaa_daily_weather.csv", weatherCSV} }

// WeatherSplit is the weather data, parted in time.
type WeatherSplit struct{ Train, Validation *Series }

// Weather returns windows over the daily weather of Seattle and New York,
// 2012–2015 (NOAA, public domain; see noaa_daily_weather.md): y_t is the next
// day's maximum temperature in °C, from precipitation (mm), maximum and
// minimum temperature (°C) and wind (m/s) up to day t. Windows of the first
// three years train, those that lie in 2015 validate; a window that crosses
// the year's end belongs to neither, so that no validation target was seen.
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
