// template-go: put your own index into build and find.
//
// The standard library has no normal forms, so it answers text in Latin-1, with typographic quotes
// and dashes. It declines other text.
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
	values [][]string          // the rows of each numeric field; empty if it is not a number
)

func load(request request) (object, error) {
	loaded, rows, texts = request, nil, nil
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
	if loaded.Profile.Folding == "loose" {
		return nil, decline("it does not have the folding loose")
	}
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
	values = nil
	for _, name := range loaded.Profile.NumericFields {
		column := make([]string, len(rows))
		for row := range rows {
			column[row] = number(rows[row][name])
		}
		values = append(values, column)
	}
	texts = folded
	return object{"elapsed_ns": time.Since(start).Nanoseconds(), "index_bytes": size}, nil
}

// The letters from U+00C0 to U+00FF without accents.
var bases = []rune("AAAAAAÆCEEEEIIIIÐNOOOOO×ØUUUUYÞßaaaaaaæceeeeiiiiðnooooo÷øuuuuyþy")

func fold(text string) (string, error) {
	var folded strings.Builder
	for _, letter := range text {
		isLatin1 := letter <= 0xFF || letter >= 0x2010 && letter <= 0x2027
		if !isLatin1 {
			return "", decline("a text is not in Latin-1")
		}
		if loaded.Profile.Folding == "cd" {
			if letter == 0xAD { // a soft hyphen
				continue
			}
			if letter >= 0xC0 && letter <= 0xFF {
				letter = bases[letter-0xC0]
			}
		}
		switch {
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

// A needle is a typed term.
type needle struct {
	text  string // folded
	value string // empty if it is not a number
}

func needles(text string) ([]needle, error) {
	raw := []string{text}
	if loaded.Profile.Terms == "splitAND" {
		raw = strings.Fields(text)
	} else if loaded.Profile.Trim == "whitespace" {
		raw = []string{strings.TrimSpace(text)}
	}
	var needles []needle
	for _, term := range raw {
		folded, err := fold(term)
		if err != nil {
			return nil, err
		}
		if folded != "" {
			needles = append(needles, needle{folded, number(term)})
		}
	}
	return needles, nil
}

// number returns the value without redundant zeros; nothing if the text is not a decimal of at
// most 18 digits.
func number(text string) string {
	whole, fraction, hasPoint := strings.Cut(text, ".")
	if whole == "" || hasPoint && fraction == "" || len(whole+fraction) > 18 {
		return ""
	}
	if strings.Trim(whole+fraction, "0123456789") != "" {
		return ""
	}
	return strings.TrimLeft(whole, "0") + "." + strings.TrimRight(fraction, "0")
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
	needles, err := needles(query.Text)
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
			passes = passes && has(row, needle)
		}
		if passes {
			ids = append(ids, uint32(row))
		}
	}
	return ids, nil
}

func has(row int, needle needle) bool {
	for index, field := range loaded.Profile.TextFields {
		if matches[field.Match](texts[index][row], needle.text) {
			return true
		}
	}
	for _, column := range values {
		if needle.value != "" && column[row] == needle.value {
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
