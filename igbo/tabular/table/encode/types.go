package encode

import "github.com/igbolab/igbolab/igbo/tabular/table/cell"

// Missing is the rule for missing values.
type Missing string

// Rules for missing values. Means and medians are those of the training rows. For a category, Mean and Median act as Own.
const (
	Refuse          Missing = "refuse"           // an error with row and column
	Mean            Missing = "mean"             // the mean
	Median          Missing = "median"           // the median
	MeanIndicator   Missing = "mean+indicator"   // the mean, and a column in the same group that is 1 for missing values
	MedianIndicator Missing = "median+indicator" // the median, likewise
	Own             Missing = "own"              // the category "(missing)", for categories only
	DropRow         Missing = "drop"             // leave out the row, or the record of a series
)

// Unseen is the rule for categories that no training row has.
type Unseen string

// Rules for unseen categories.
const (
	RefuseUnseen Unseen = "refuse" // an error with row and column
	Other        Unseen = "other"  // the category "(other)", which the training rows have if a category is rare
)

// Extra is the rule for columns that the training file did not have.
type Extra string

// Rules for extra columns.
const (
	IgnoreExtra Extra = "ignore" // ignore the columns
	RefuseExtra Extra = "refuse" // return an error that names them
)

// Longer is the rule for series with more than T records.
type Longer string

// Rules for longer series.
const (
	RefuseLonger Longer = "refuse" // return an error that names the series
	KeepLast     Longer = "last"   // use the last T records
)

// DatePart is a part of a date that becomes an input.
type DatePart string

// Parts of a date. Days count from the earliest date of the training rows. Cyclic parts become a sine and a cosine.
const (
	Days      DatePart = "days"        // days since the earliest training date, with fractions: 1 column
	Year      DatePart = "year"        // the year: 1 column
	DayOfYear DatePart = "day-of-year" // the season: 2 columns, sin and cos of 2π·day/365.2425
	Weekday   DatePart = "weekday"     // the day of the week: 2 columns, sin and cos of 2π·weekday/7
	TimeOfDay DatePart = "time-of-day" // the time of day: 2 columns, sin and cos of 2π·seconds/86400
)

// Spec assigns roles to the columns of a table. Start from [DefaultSpec], because the zero value is an error: it has no rules.
type Spec struct {
	// Target is the column to predict; "" is none.
	Target string `json:"target,omitempty"`
	// Classes treats the values of a numeric target as classes. Booleans and categories are always classes.
	Classes bool `json:"classes,omitempty"`
	// Features lists the input columns; if it is empty, all columns without another role are inputs.
	Features []string `json:"features,omitempty"`
	// Drop lists columns that are left out.
	Drop []string `json:"drop,omitempty"`
	// Weight names a column with the weights of the samples. A series has the weight of its first record.
	Weight string `json:"weight,omitempty"`
	// Key names a column that identifies the rows, such as a customer number; it is not an input. Series use ID instead.
	Key string `json:"key,omitempty"`
	// Group names a column whose equal values stay together when rows are split, such as a patient; it is not an input.
	Group string `json:"group,omitempty"`
	// ID and Time make series of a long table: the rows with the same ID, in the order of Time. Set both or neither.
	ID   string `json:"id,omitempty"`
	Time string `json:"time,omitempty"`
	// Steps is T, the length of the series; 0 selects the length of the longest training series.
	Steps int `json:"steps,omitempty"`
	// Longer is the rule for series of more than T records.
	Longer Longer `json:"longer"`
	// Missing is the rule for missing values. MissingIn overrides it for single columns.
	Missing   Missing            `json:"missing"`
	MissingIn map[string]Missing `json:"missingIn,omitempty"`
	// MissingTarget is the rule for a missing target: Refuse or DropRow.
	MissingTarget Missing `json:"missingTarget"`
	// Unseen is the rule for unseen categories. With Other, a category needs Rare training rows to have a separate column.
	Unseen Unseen `json:"unseen"`
	Rare   int    `json:"rare,omitempty"`
	// Extra is the rule for columns that the training file did not have.
	Extra Extra `json:"extra"`
	// Dates lists the parts of a date that become inputs. DatesIn overrides it for single columns.
	Dates   []DatePart            `json:"dates"`
	DatesIn map[string][]DatePart `json:"datesIn,omitempty"`
	// MaxCategories is the maximum number of categories in a column. More of them are probably names.
	MaxCategories int `json:"maxCategories"`
}

// DefaultSpec returns the default roles and rules for a target. All other columns are inputs. Missing values, unseen categories and longer
// series are errors, and extra columns are ignored. Dates become days, and a column has at most 100 categories.
func DefaultSpec(target string) Spec {
	return Spec{
		Target: target, Longer: RefuseLonger, Missing: Refuse, MissingTarget: Refuse, Unseen: RefuseUnseen, Extra: IgnoreExtra,
		Dates: []DatePart{Days}, MaxCategories: 100,
	}
}

// ColumnEncoding describes how an input column becomes numbers, as learned from the training rows.
type ColumnEncoding struct {
	Name string    `json:"name"`
	Kind cell.Kind `json:"kind"`
	// Missing is the rule for missing values, Fill the number that replaces them.
	Missing Missing `json:"missing"`
	Fill    float64 `json:"fill,omitempty"`
	// Categories lists the categories; each has a column, in this order.
	Categories []string `json:"categories,omitempty"`
	// Other reports whether there is a category for all other values.
	Other bool `json:"other,omitempty"`
	// Parts lists the numbers of a date. Origin and Latest are the first and the last training date in seconds since 1970. Latest is 0 if it
	// was not stored.
	Parts  []DatePart `json:"parts,omitempty"`
	Origin float64    `json:"origin,omitempty"`
	Latest float64    `json:"latest,omitempty"`
}

// TargetEncoding describes how the target becomes numbers.
type TargetEncoding struct {
	Name string    `json:"name"`
	Kind cell.Kind `json:"kind"`
	// Classes lists the classes; class k is the target k. It is empty for regression.
	Classes []string `json:"classes,omitempty"`
}

// An Encoding holds everything that was learned from the training rows. Its JSON is checked when it is read.
type Encoding struct {
	Spec    Spec             `json:"spec"`
	Columns []ColumnEncoding `json:"columns"`
	Target  *TargetEncoding  `json:"target,omitempty"`
	// Steps is T, the length of the series.
	Steps int `json:"steps"`
	// Rows is the number of training rows.
	Rows int `json:"rows"`
	// Reading describes how the training file writes its cells; nil for the default way.
	Reading *cell.Reading `json:"reading,omitempty"`

	unknown *unknowns // nil uses Spec.Unseen
}
