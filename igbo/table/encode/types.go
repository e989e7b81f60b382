package encode

import "github.com/igbolab/igbolab/igbo/table/cell"

// Missing says what becomes of a missing value.
type Missing string

// What becomes of missing values. Means and medians are those of the training
// rows. In a category, Mean and Median mean Own: a category has neither.
const (
	Refuse          Missing = "refuse"           // an error with row and column
	Mean            Missing = "mean"             // the mean
	Median          Missing = "median"           // the median
	MeanIndicator   Missing = "mean+indicator"   // the mean, and a column that is 1 where it stands in, in the same group
	MedianIndicator Missing = "median+indicator" // the median, likewise
	Own             Missing = "own"              // a category of its own, for categories alone
	DropRow         Missing = "drop"             // the row is left out; of a series, the record
)

// Unseen says what becomes of a category that no training row has.
type Unseen string

// What becomes of unseen categories.
const (
	RefuseUnseen Unseen = "refuse" // an error with row and column
	Other        Unseen = "other"  // a category of its own, "(other)", which the training rows have where a category is rare
)

// Extra says what becomes of columns that the training's file did not have.
type Extra string

// What becomes of extra columns.
const (
	IgnoreExtra Extra = "ignore" // they are not read
	RefuseExtra Extra = "refuse" // an error that names them
)

// Longer says what becomes of series with more than T records.
type Longer string

// What becomes of longer series.
const (
	RefuseLonger Longer = "refuse" // an error that names the series
	KeepLast     Longer = "last"   // their last T records
)

// DatePart is a number that a date becomes.
type DatePart string

// The numbers of a date. Days count from the earliest date of the training rows;
// the parts that go round are a sine and a cosine.
const (
	Days      DatePart = "days"        // days since the earliest training date, with fractions: 1 column
	Year      DatePart = "year"        // the year: 1 column
	DayOfYear DatePart = "day-of-year" // the season: 2 columns, sin and cos of 2π·day/365.2425
	Weekday   DatePart = "weekday"     // the day of the week: 2 columns, sin and cos of 2π·weekday/7
	TimeOfDay DatePart = "time-of-day" // the time of day: 2 columns, sin and cos of 2π·seconds/86400
)

// Spec says what the columns of a table are to a model.
type Spec struct {
	// Target is the column to be predicted; "" is none.
	Target string `json:"target,omitempty"`
	// Classes makes classes of a target of numbers. Booleans and categories are classes without it.
	Classes bool `json:"classes,omitempty"`
	// Features are the input columns; none are all that have no other use.
	Features []string `json:"features,omitempty"`
	// Drop are columns that are left out.
	Drop []string `json:"drop,omitempty"`
	// Weight is a column of weights of the samples, of a series that of its first record.
	Weight string `json:"weight,omitempty"`
	// Key is a column that names the rows, such as a number of a customer; it is no input. Of series ID is.
	Key string `json:"key,omitempty"`
	// Group is a column whose equal values stay together where rows are parted, such as a patient; it is no input.
	Group string `json:"group,omitempty"`
	// ID and Time make series of a long table: the rows of an ID, in the order of Time. Both or neither.
	ID   string `json:"id,omitempty"`
	Time string `json:"time,omitempty"`
	// Steps is T of series; 0 is that of the longest of the training.
	Steps int `json:"steps,omitempty"`
	// Longer says what becomes of series of more than T records.
	Longer Longer `json:"longer"`
	// Missing says what becomes of missing values, MissingIn what of those of a column.
	Missing   Missing            `json:"missing"`
	MissingIn map[string]Missing `json:"missingIn,omitempty"`
	// MissingTarget is Refuse or DropRow.
	MissingTarget Missing `json:"missingTarget"`
	// Unseen says what becomes of unseen categories, Rare how many training rows a category
	// needs under Other to have a column of its own.
	Unseen Unseen `json:"unseen"`
	Rare   int    `json:"rare,omitempty"`
	// Extra says what becomes of columns that the training's file did not have.
	Extra Extra `json:"extra"`
	// Dates are the parts of a date, DatesIn those of a column.
	Dates   []DatePart            `json:"dates"`
	DatesIn map[string][]DatePart `json:"datesIn,omitempty"`
	// MaxCategories is how many categories a column may have; more are rather names than categories.
	MaxCategories int `json:"maxCategories"`
}

// DefaultSpec returns the settings for a target: all other columns are inputs,
// missing values, unseen categories and longer series are refused, extra
// columns ignored, dates days, at most 100 categories a column.
func DefaultSpec(target string) Spec {
	return Spec{
		Target: target, Longer: RefuseLonger, Missing: Refuse, MissingTarget: Refuse, Unseen: RefuseUnseen, Extra: IgnoreExtra,
		Dates: []DatePart{Days}, MaxCategories: 100,
	}
}

// ColumnEncoding is how an input column becomes numbers, as learned from the training rows.
type ColumnEncoding struct {
	Name string    `json:"name"`
	Kind cell.Kind `json:"kind"`
	// Missing is what becomes of missing values, Fill the number that stands in.
	Missing Missing `json:"missing"`
	Fill    float64 `json:"fill,omitempty"`
	// Categories have a column each, in order.
	Categories []string `json:"categories,omitempty"`
	// Other says that there is a category for all others.
	Other bool `json:"other,omitempty"`
	// Parts are the numbers of a date, Origin and Latest the first and the last training date in seconds since 1970; Latest is 0 where it was
	// not kept.
	Parts  []DatePart `json:"parts,omitempty"`
	Origin float64    `json:"origin,omitempty"`
	Latest float64    `json:"latest,omitempty"`
}

// TargetEncoding is how the target becomes numbers.
type TargetEncoding struct {
	Name string    `json:"name"`
	Kind cell.Kind `json:"kind"`
	// Classes are the classes in order; class k is the target k. Empty is regression.
	Classes []string `json:"classes,omitempty"`
}

// Encoding is everything that was learned from the training rows. It is plain
// data, and JSON that is checked when it is read.
type Encoding struct {
	Spec    Spec             `json:"spec"`
	Columns []ColumnEncoding `json:"columns"`
	Target  *TargetEncoding  `json:"target,omitempty"`
	// Steps is T.
	Steps int `json:"steps"`
	// Rows is how many rows it was learned from.
	Rows int `json:"rows"`
	// Reading is how the file of those rows writes its cells, nil for the usual way.
	Reading *cell.Reading `json:"reading,omitempty"`

	unknown *unknowns // nil goes by Spec.Unseen
}
