package weather_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/weather"
)

// Read the committed result. The number is the mean squared error of tomorrow's highest temperature in °C², with its 95 %
// interval over five seeds, on a year that was held out. The network follows the order without being constrained.
func Example() {
	r, err := study.Reported[*weather.Result](weather.Definition())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("persistence: %.2f\nridge regression: %.2f\n", r.Persistence, r.Ridge)
	for _, row := range r.Rows {
		fmt.Printf("%s: %s, %.0f %% of the order holds\n", row.Name, row.MSE.Interval("%.2f"), 100*row.Satisfied.Mean)
	}
	// Output:
	// persistence: 11.30
	// ridge regression: 8.92
	// unconstrained: 9.01 [8.92, 9.10], 100 % of the order holds
	// igbo, paper: 9.04 [8.78, 9.30], 100 % of the order holds
}

// Train a linear forecaster of tomorrow's highest temperature, and explain its highest forecast of a year: the contributions of
// the measurements sum to the difference from the forecast after a week of average days.
func ExampleTrainForecaster() {
	engine, _, err := backend.Select("")
	if err != nil {
		log.Fatal(err)
	}
	model, err := weather.TrainForecaster(context.Background(), engine, models.LinearSpec(), nil)
	if err != nil {
		log.Fatal(err)
	}
	own, persistence, err := weather.ForecastErrors(model)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("root mean squared error: %.2f °C, persistence %.2f °C\n", own, persistence)
	extremes, err := weather.ExtremeForecasts(model)
	if err != nil {
		log.Fatal(err)
	}
	of, err := weather.Explain(model, extremes.Highest, weather.AverageDay())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(weather.ExplanationTable(of).Text())
	// Output:
	// root mean squared error: 3.21 °C, persistence 3.39 °C
	// Contributions h to the forecast, °C
	// baseline     F(x) − F(x′)  temp_max  temp_min  wind   precipitation
	// average day  17.76         +10.28    +7.49     −0.12  +0.11
}
