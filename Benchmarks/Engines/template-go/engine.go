// template-go: put your own index into build and find.
//
// The standard library has no normal forms, so it answers text in Latin-1, with typographic quotes
// and dashes. It declines other text, and profiles that ignore accents (cd) or search numbers.
//
//	go build -o engine *.go && ./engine
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

var hello = object{
	"protocol": 1, "name": "template-go", "version": "1.0", "language": runtime.Version(),
	"build": "release", "clock": "time.Now", "resolution_ns": 1,
	"capabilities": object{"wants": []string{"rows", "page", "count", "digest"}},
}

var (
	loaded request             // the last load, with the schema and the profile
	rows   []map[string]string // by column
	texts  [][]string          // the folded rows of each field; nil before build
)

func load(request request) (object, error) {
	loaded, rows, texts = request, nil, nil
	if loaded.Profile.Folding == "cd" {
		return nil, decline("accents are not ignored here (folding cd); pass a profile with folding c")
	}
	if len(loaded.Profile.NumericFields) > 0 {
		return nil, decline("numbers are only text here (numericFields); pass a profile without numeric")
	}
	for _, field := range loaded.Profile.TextFields {
		if matches[field.Match] == nil {
			return nil, fmt.Errorf("got the match '%s', expected one of the protocol", field.Match)
		}
	}
	data, err := os.ReadFile(loaded.Rows)
	if err != nil {
		return nil, err
	}
	for _, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))[1:] {
		var row map[string]string
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	hash := fmt.Sprintf("%08x-%d", crc32.ChecksumIEEE(data), len(data))
	return object{"rows": len(rows), "hash": hash}, nil
}

// build folds the rows once; this is the place for your index.
func build() (object, error) {
	start, size, folded := time.Now(), 0, [][]string{}
	for _, field := range loaded.Profile.TextFields {
		column := make([]string, len(rows))
		for row := range rows {
			text, err := fold(rows[row][field.Name])
			if err != nil {
				return nil, err
			}
			column[row] = text
			size += len(text)
		}
		folded = append(folded, column)
	}
	texts = folded
	return object{"elapsed_ns": time.Since(start).Nanoseconds(), "index_bytes": size}, nil
}

func fold(text string) (string, error) {
	var folded strings.Builder
	for _, letter := range text {
		switch {
		case letter > 0xFF && (letter < 0x2010 || letter > 0x2027):
			return "", decline("a text is not in Latin-1")
		case loaded.Profile.Folding == "exact":
			folded.WriteRune(letter)
		case letter == 'ß':
			folded.WriteString("ss")
		case letter == 'µ':
			folded.WriteRune('μ')
		default:
			folded.WriteRune(unicode.ToLower(letter))
		}
	}
	return folded.String(), nil
}

func terms(text string) ([]string, error) {
	raw := []string{text}
	if loaded.Profile.Terms == "splitAND" {
		raw = strings.Fields(text)
	} else if loaded.Profile.Trim == "whitespace" {
		raw = []string{strings.TrimSpace(text)}
	}
	var folded []string
	for _, term := range raw {
		term, err := fold(term)
		if err != nil {
			return nil, err
		}
		if term != "" {
			folded = append(folded, term)
		}
	}
	return folded, nil
}

var matches = map[string]func(text, term string) bool{
	"contains":   strings.Contains,
	"prefix":     strings.HasPrefix,
	"equality":   func(text, term string) bool { return text == term },
	"wordPrefix": beginsWord,
}

func beginsWord(text, term string) bool {
	for at := range text {
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		isInWord := at > 0 && unicode.In(before, unicode.L, unicode.M, unicode.N)
		if !isInWord && strings.HasPrefix(text[at:], term) {
			return true
		}
	}
	return false
}

// filters returns the values that a row must have, by column. An unknown value constrains nothing.
func filters(query request) map[string][]string {
	wanted := map[string][]string{}
	for _, token := range query.Tokens {
		for _, column := range loaded.Schema.Columns {
			if column.Name == token.Facet && contains(column.Values, token.Value) {
				wanted[token.Facet] = append(wanted[token.Facet], token.Value)
			}
		}
	}
	return wanted
}

func contains(values []string, value string) bool {
	for _, other := range values {
		if other == value {
			return true
		}
	}
	return false
}

// find is a keystroke, which is timed as a whole: the ids of the matching rows.
func find(query request) ([]uint32, error) {
	ids := []uint32{}
	needles, err := terms(query.Text)
	if err != nil {
		return nil, err
	}
	axis, wanted := loaded.Profile.Scope, filters(query)
	isAll := query.Scope == nil || axis.AllTitle != nil && *axis.AllTitle == *query.Scope
	if len(needles) == 0 && len(query.Tokens) == 0 {
		if loaded.Profile.Empty != "browse" {
			return ids, nil
		}
		isAll = true // whatever the scope
	}
	for row := range rows {
		// An empty cell equals no title.
		passes := isAll || *query.Scope != "" && rows[row][axis.Facet] == *query.Scope
		for column, values := range wanted {
			passes = passes && contains(values, rows[row][column])
		}
		for _, needle := range needles {
			passes = passes && hasTerm(row, needle)
		}
		if passes {
			ids = append(ids, uint32(row))
		}
	}
	return ids, nil
}

func hasTerm(row int, needle string) bool {
	for index, field := range loaded.Profile.TextFields {
		if matches[field.Match](texts[index][row], needle) {
			return true
		}
	}
	return false
}

func query(request request) (object, error) {
	if texts == nil {
		return nil, errors.New("expected 'build' first")
	}
	elapsed, ids := []int64{}, []uint32{}
	for round := 0; round < request.Repeat; round++ {
		start := time.Now()
		found, err := find(request)
		if err != nil {
			return nil, err
		}
		elapsed = append(elapsed, time.Since(start).Nanoseconds())
		ids = found
	}
	reply := object{"elapsed_ns": elapsed, "count": len(ids)}
	switch request.Want {
	case "rows":
		reply["rows"] = ids
	case "page":
		reply["rows"] = ids
		if len(ids) > 50 {
			reply["rows"] = ids[:50]
		}
	case "digest":
		var bytes bytes.Buffer
		binary.Write(&bytes, binary.LittleEndian, ids)
		reply["digest"] = crc32.ChecksumIEEE(bytes.Bytes())
	}
	return reply, nil
}

func answer(request request) (object, error) {
	switch request.Type {
	case "hello":
		return hello, nil
	case "load":
		return load(request)
	case "build":
		return build()
	case "query":
		return query(request)
	case "bye":
		return object{}, nil
	}
	return nil, fmt.Errorf("got the type '%s', expected one of the protocol", request.Type)
}
