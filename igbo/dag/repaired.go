package dag

// Repaired records what a repair changed.
type Repaired struct {
	Mode    RepairMode `json:"mode"`
	Removed []Edge     `json:"removed,omitempty"`
}
